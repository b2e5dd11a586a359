"""The MFRC522 reader chip: the vendor package's class, with our own exchange with tags on it.

The package gives chip access (SPI, pins, register names); request, anticollision and waiting are
ours. Numbers of traps are those of the hardware notes' list; sections are of the MFRC522 data
sheet (NXP, rev. 3.9). It must not know places, tags that lie, or the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from mfrc522 import MFRC522
from RPi import GPIO

from meadow.nfc.chip_settings import GAINS, KNOWN_VERSIONS, ChipSettings
from meadow.nfc.chips import ChipFault, Meter, Trouble
from meadow.nfc.iso14443a import SILENCE, Ask, Kind, Reply
from meadow.nfc.transfers import read, write

_RX, _IDLE, _TIMER, _TX, _SET = 0x20, 0x10, 0x01, 0x40, 0x80
"""ComIrqReg (9.3.1.5). Set1 always reads 0, so a 1 is no chip at all."""
_COLLISION = 0x08
_HOT = 0x40
_BROKEN = 0x80 | 0x10 | 0x04 | 0x02 | 0x01
"""ErrorReg (9.3.1.7): CollErr; TempErr; WrErr, BufferOvfl, CRCErr, ParityErr, ProtocolErr."""
_POSITION_UNKNOWN, _POSITION = 0x20, 0x1F
_START_SEND = 0x80
_FIELD_ON, _FIELD_OFF = 0x83, 0x80
"""TxControlReg: both antenna pins driven, the second inverted (9.3.2.5)."""
_TICK_US = 25
"""(2 * 169 + 1) / 13.56 MHz (8.5)."""
_PRESCALER = 169
_LATE_US = 3_000
"""An exchange without an end so long after its time has none."""
_HUNG_AT_MOST = 8


_VENDOR = MFRC522
_CLEAR_IRQ = write(_VENDOR.CommIrqReg, 0x7F)
_FLUSH = write(_VENDOR.FIFOLevelReg, 0x80)
_STOP_TIMER = write(_VENDOR.ControlReg, 0x80)
_TRANSCEIVE = write(_VENDOR.CommandReg, _VENDOR.PCD_IDLE, _VENDOR.PCD_TRANSCEIVE)
_READ_IRQ = read(_VENDOR.CommIrqReg)
_READ_END = (_VENDOR.CommIrqReg, _VENDOR.ErrorReg, _VENDOR.FIFOLevelReg)


class Chip(MFRC522):
    """One reader; a `meadow.nfc.chips.Chip`.

    The constructor never fails, whatever is wrong: `set_up`, `probe` and `check` say so.
    """

    def __init__(self, settings: ChipSettings, meter: Meter) -> None:
        self._settings = settings
        self._meter = meter
        self._byte_us = 8e6 / settings.spi_hz
        self._ask: Ask | None = None
        self._settled = False
        """The chip waits for StartSend: the last exchange ended with a sound answer."""
        self._chained = False
        self._chains = True
        self._tore = False
        """An answer was torn: the bus is faster than was said, so that "due" came too early."""
        self._timer_runs = False
        self._fifo_holds = False
        self._framing = 0
        self._reload = -1
        self._late_us = 0.0
        self._hung = 0
        self._version = 0
        self._on = True
        self._gain_db: int = settings.gain_db
        self.due_us = 0.0
        self._open()

    def _open(self) -> None:
        """Open SPI device and reset pin; what fails now is tried again and told by `probe`."""
        settings = self._settings
        self._unopened: ChipFault | None = None
        try:
            # A run that was killed left the reset pin an output; that is no news.
            GPIO.setwarnings(False)
            super().__init__(
                bus=settings.bus,
                device=settings.device,
                spd=settings.spi_hz,
                pin_mode=GPIO.BCM,
                pin_rst=settings.reset_pin,
            )
        except FileNotFoundError as error:
            path = f"/dev/spidev{settings.bus}.{settings.device}"
            self._unopened = ChipFault(Trouble.NO_SPI, f"{path}: {error.strerror}")
        except PermissionError as error:
            self._unopened = ChipFault(Trouble.REFUSED, error.strerror or str(error))
        except OSError as error:
            self._unopened = ChipFault(Trouble.SPI, error.strerror or str(error))
        except RuntimeError as error:
            # So RPi.GPIO and rpi-lgpio tell that the user may not use the pins.
            refused = any(words in str(error) for words in ("No access to", "open gpiochip"))
            self._unopened = ChipFault(Trouble.REFUSED if refused else Trouble.PINS, str(error))
        else:
            if GPIO.getmode() != GPIO.BCM:
                # The vendor class goes by whatever numbering stands (trap 4).
                what = "something numbers the pins as on the board's header"
                self._unopened = ChipFault(Trouble.PINS, what)

    def MFRC522_Init(self) -> None:
        """Called by the vendor's constructor; ours is `set_up`, when the chip is awake."""

    @property
    def version(self) -> int:
        return self._version

    @property
    def gain_db(self) -> int:
        return self._gain_db

    # --------------------------------------------------------------------- an exchange

    def begin(self, ask: Ask) -> None:
        framing = ask.align << 4 | ask.last_bits
        reload = ask.wait_us // _TICK_US - 1
        # After a sound answer Transceive waits for the next StartSend (10.3.1.8): no new command.
        chained = self._settled and self._chains
        words = []
        if not chained:
            # StartSend may still stand from the last frame; it must not send this one early.
            words += [write(self.BitFramingReg, framing), _TRANSCEIVE]
        if self._timer_runs:
            # HLTA and broken answers leave the timer running: its interrupt would end this
            # exchange before its time (trap 2).
            words.append(_STOP_TIMER)
        if self._fifo_holds:
            words.append(_FLUSH)
        if reload != self._reload:
            words += [
                write(self.TReloadRegH, reload >> 8),
                write(self.TReloadRegL, reload & 0xFF),
            ]
        words += [
            _CLEAR_IRQ,
            write(self.FIFODataReg, *ask.data),
            write(self.BitFramingReg, framing, framing | _START_SEND),
        ]
        self._ask = ask
        self._settled = False
        self._timer_runs = self._fifo_holds = False
        self._reload = reload
        self._transfer_all(words)
        self._chained = chained
        self.due_us = self._meter.us + ask.due_us
        self._late_us = self.due_us + ask.wait_us + _LATE_US

    def poll(self) -> Reply | None:
        ask = self._ask
        assert ask is not None, "nothing was begun"
        if self._tore or self._meter.us < self.due_us:
            # It may be too early for a look that takes bytes out of the FIFO.
            irq = self._transfer(_READ_IRQ)[1]
            if irq & _SET or not irq & (_RX | _TIMER):
                return self._unfinished(ask, irq)
        expect = ask.expect
        came = self._transfer(read(*_READ_END, *(self.FIFODataReg,) * expect))
        irq, error, level = came[1], came[2], came[3]
        if irq & _SET or not irq & (_RX | _TIMER):
            self._fifo_holds = level > 0
            self._tore = self._tore or (not irq & _SET and any(came[3:]))
            return self._unfinished(ask, irq)
        return self._judge(irq, error, level, came[4:])

    def _unfinished(self, ask: Ask, irq: int) -> Reply | None:
        """Not over: none awaited, dead, not sent, or simply not yet."""
        if irq & _SET:
            raise ChipFault(Trouble.MISSING, f"ComIrqReg reads {irq:02X}h")
        if not ask.expect and irq & _TX:
            self._timer_runs = True
            return SILENCE
        if self._meter.us < self._late_us:
            return None
        if irq & _TX:
            return self._hangs()
        if self._chained:
            # This chip wants a new command each time: a clone, perhaps. From now on it gets one.
            self._chains = False
            self._fifo_holds = True
            self.begin(ask)
            return None
        self.check()  # Is it gone, or were its settings lost? That says more.
        raise ChipFault(Trouble.STUCK, f"ComIrqReg reads {irq:02X}h, the frame was not sent")

    def _hangs(self) -> Reply:
        self._hung += 1
        if self._hung > _HUNG_AT_MOST:
            raise ChipFault(Trouble.HUNG, "answers without end")
        self._timer_runs = self._fifo_holds = True
        return Reply(Kind.GARBLED)

    def _judge(self, irq: int, error: int, level: int, data: Sequence[int]) -> Reply:
        """What came, by each error flag on its own: a collision is tags, not a failure."""
        self._hung = 0
        if error & _HOT:
            raise ChipFault(Trouble.HOT, f"ErrorReg reads {error:02X}h")
        if not irq & _RX:
            if level or error:
                self._timer_runs = self._fifo_holds = True
                return Reply(Kind.GARBLED)
            return SILENCE
        if level > len(data):
            rest = self._transfer(read(*(self.FIFODataReg,) * (level - len(data))))
            data = (*data, *rest[1:])
        received = bytes(data[:level])
        if error & _COLLISION:
            self._timer_runs = level < 2
            coll = self._transfer(read(self.CollReg))[1]
            # 0 is the 32nd bit (9.3.1.15).
            position = 0 if coll & _POSITION_UNKNOWN else coll & _POSITION or 32
            return Reply(Kind.COLLIDED, received, 0, position)
        if error & _BROKEN or not level:
            self._timer_runs = level < 2
            return Reply(Kind.GARBLED, received)
        last_bits = 0
        if level < len(data) or level == 1:
            last_bits = self._transfer(read(self.ControlReg))[1] & 0x07
        self._timer_runs = level == 1
        self._settled = True
        return Reply(Kind.CLEAN, received, last_bits)

    # -------------------------------------------------------------------- the chip itself

    def check(self) -> None:
        self._compare(self._wanted())

    def probe(self) -> None:
        if self._unopened is not None:
            self._open()
        self._compare({})

    def reset(self) -> None:
        self._forget()
        self._transfer(write(self.CommandReg, self.PCD_RESETPHASE))

    def set_up(self) -> None:
        self._forget()
        self.probe()
        once = {
            self.TReloadRegH: 0,
            # Bits after a collision read 0; only those before it are used.
            self.CollReg: 0x00,
        }
        wanted = self._wanted()
        self._transfer_all(
            [write(register, value) for register, value in {**once, **wanted}.items()]
        )
        self.check()

    def hold(self, held: bool) -> None:
        self._forget()
        if self._unopened is not None:
            raise self._unopened
        GPIO.output(self._settings.reset_pin, 0 if held else 1)

    def field(self, on: bool) -> None:
        self._settled = False
        self._on = on
        self._transfer(write(self.TxControlReg, _FIELD_ON if on else _FIELD_OFF))

    def set_gain(self, gain_db: int) -> None:
        self._gain_db = gain_db
        self._settled = False
        self._transfer(write(self.RFCfgReg, GAINS[gain_db] << 4 | 0x08))

    def close(self) -> None:
        """Field off, SPI closed. Never `Close_MFRC522`: it floats every pin there is (trap 4)."""
        if self._unopened is None:
            try:
                self.field(False)
            finally:
                self.spi.close()

    def _wanted(self) -> dict[int, int]:
        """The settings that are read back: register -> value. The field comes last."""
        return {
            # The timer starts by itself when a frame has gone out (9.3.3.10).
            self.TModeReg: 0x80 | _PRESCALER >> 8,
            self.TPrescalerReg: _PRESCALER & 0xFF,
            self.TxModeReg: 0x00,
            # RxNoErr: what is shorter than four bits is no answer, listen on (9.3.2.4).
            self.RxModeReg: 0x08,
            self.TxAutoReg: 0x40,
            self.ModeReg: 0x3D,
            self.RFCfgReg: GAINS[self._gain_db] << 4 | 0x08,
            self.TxControlReg: _FIELD_ON if self._on else _FIELD_OFF,
        }

    def _compare(self, wanted: dict[int, int]) -> None:
        """Read version and settings, once more if they are wrong: what reads otherwise then was
        spoiled on its way, as on a MISO that another reader holds (trap 6)."""
        asked = read(self.VersionReg, *wanted)
        came = self._transfer(asked)
        fault = self._fault_of(came[1:], wanted)
        if fault is None:
            return
        if fault.trouble is not Trouble.MISSING and tuple(self._transfer(asked)) != tuple(came):
            raise ChipFault(Trouble.BLURRED, f"{fault.detail} once")
        raise fault

    def _fault_of(self, came: Sequence[int], wanted: dict[int, int]) -> ChipFault | None:
        version, *values = came
        self._version = version
        said = f"VersionReg reads {version:02X}h"
        if version in (0x00, 0xFF):
            return ChipFault(Trouble.MISSING, said)
        if version not in KNOWN_VERSIONS:
            return ChipFault(Trouble.WRONG_CHIP, said)
        for (register, value), now in zip(wanted.items(), values, strict=True):
            if now != value:
                what = f"register {register:02X}h reads {now:02X}h, not {value:02X}h"
                return ChipFault(Trouble.FORGOT, what)
        return None

    def _forget(self) -> None:
        """The chip is in no known state."""
        self._settled = False
        self._timer_runs = self._fifo_holds = True
        self._reload = -1
        self._hung = 0

    # ------------------------------------------------------------------------------- SPI

    def _transfer(self, words: tuple[int, ...]) -> Sequence[int]:
        if self._unopened is not None:
            raise self._unopened
        try:
            came = self.spi.xfer2(words)
        except OSError as error:
            raise ChipFault(Trouble.SPI, error.strerror or str(error)) from error
        meter = self._meter
        meter.transfers += 1
        meter.us += self._settings.transfer_us + len(words) * self._byte_us
        return came

    def _transfer_all(self, all_words: Sequence[tuple[int, ...]]) -> None:
        for words in all_words:
            self._transfer(words)
