"""The registers of the MFRC522 by name, their values after reset, and their bits.

Datasheet MFRC522 rev. 3.9, section 9. Only names and numbers; what they do is elsewhere.
"""

from __future__ import annotations

from enum import IntEnum


class Reg(IntEnum):
    """Addresses (9.2, table 20)."""

    COMMAND = 0x01
    COM_I_EN = 0x02
    DIV_I_EN = 0x03
    COM_IRQ = 0x04
    DIV_IRQ = 0x05
    ERROR = 0x06
    STATUS1 = 0x07
    STATUS2 = 0x08
    FIFO_DATA = 0x09
    FIFO_LEVEL = 0x0A
    WATER_LEVEL = 0x0B
    CONTROL = 0x0C
    BIT_FRAMING = 0x0D
    COLL = 0x0E
    MODE = 0x11
    TX_MODE = 0x12
    RX_MODE = 0x13
    TX_CONTROL = 0x14
    TX_ASK = 0x15
    TX_SEL = 0x16
    RX_SEL = 0x17
    RX_THRESHOLD = 0x18
    DEMOD = 0x19
    MF_TX = 0x1C
    MF_RX = 0x1D
    SERIAL_SPEED = 0x1F
    CRC_RESULT_H = 0x21
    CRC_RESULT_L = 0x22
    MOD_WIDTH = 0x24
    RF_CFG = 0x26
    GS_N = 0x27
    CW_GS_P = 0x28
    MOD_GS_P = 0x29
    T_MODE = 0x2A
    T_PRESCALER = 0x2B
    T_RELOAD_H = 0x2C
    T_RELOAD_L = 0x2D
    T_COUNTER_H = 0x2E
    T_COUNTER_L = 0x2F
    TEST_SEL1 = 0x31
    TEST_SEL2 = 0x32
    TEST_PIN_EN = 0x33
    TEST_PIN_VALUE = 0x34
    TEST_BUS = 0x35
    AUTO_TEST = 0x36
    VERSION = 0x37
    ANALOG_TEST = 0x38
    TEST_DAC1 = 0x39
    TEST_DAC2 = 0x3A
    TEST_ADC = 0x3B


AFTER_RESET: dict[Reg, int] = {
    Reg.COMMAND: 0x20,
    Reg.COM_I_EN: 0x80,
    Reg.COM_IRQ: 0x14,
    Reg.WATER_LEVEL: 0x08,
    Reg.CONTROL: 0x10,
    Reg.COLL: 0xA0,
    Reg.MODE: 0x3F,
    Reg.TX_CONTROL: 0x80,
    Reg.TX_SEL: 0x10,
    Reg.RX_SEL: 0x84,
    Reg.RX_THRESHOLD: 0x84,
    Reg.DEMOD: 0x4D,
    Reg.MF_TX: 0x62,
    Reg.SERIAL_SPEED: 0xEB,
    Reg.CRC_RESULT_H: 0xFF,
    Reg.CRC_RESULT_L: 0xFF,
    Reg.MOD_WIDTH: 0x26,
    Reg.RF_CFG: 0x48,
    Reg.GS_N: 0x88,
    Reg.CW_GS_P: 0x20,
    Reg.MOD_GS_P: 0x20,
    Reg.TEST_PIN_EN: 0x80,
    Reg.AUTO_TEST: 0x40,
}
"""Registers left out are 00h."""

WRITABLE: dict[Reg, int] = {
    Reg.COM_I_EN: 0xFF,
    Reg.DIV_I_EN: 0x94,
    Reg.WATER_LEVEL: 0x3F,
    Reg.COLL: 0x80,
    Reg.MODE: 0xBB,
    Reg.TX_MODE: 0xF8,
    Reg.RX_MODE: 0xFC,
    Reg.TX_CONTROL: 0xFB,
    Reg.TX_ASK: 0x40,
    Reg.TX_SEL: 0x3F,
    Reg.RX_SEL: 0xFF,
    Reg.RX_THRESHOLD: 0xF7,
    Reg.DEMOD: 0xFF,
    Reg.MF_TX: 0x03,
    Reg.MF_RX: 0x10,
    Reg.SERIAL_SPEED: 0xFF,
    Reg.MOD_WIDTH: 0xFF,
    Reg.RF_CFG: 0x70,
    Reg.GS_N: 0xFF,
    Reg.CW_GS_P: 0x3F,
    Reg.MOD_GS_P: 0x3F,
    Reg.T_MODE: 0xFF,
    Reg.T_PRESCALER: 0xFF,
    Reg.T_RELOAD_H: 0xFF,
    Reg.T_RELOAD_L: 0xFF,
    Reg.TEST_SEL1: 0x07,
    Reg.TEST_SEL2: 0xFF,
    Reg.TEST_PIN_EN: 0xFE,
    Reg.TEST_PIN_VALUE: 0xFE,
    Reg.AUTO_TEST: 0x4F,
    Reg.ANALOG_TEST: 0xFF,
    Reg.TEST_DAC1: 0x3F,
    Reg.TEST_DAC2: 0x3F,
}
"""Bits that the host can write in registers that only keep what is written."""


class Command(IntEnum):
    """Commands (10.3, table 149)."""

    IDLE = 0x0
    MEM = 0x1
    GENERATE_RANDOM_ID = 0x2
    CALC_CRC = 0x3
    TRANSMIT = 0x4
    NO_CMD_CHANGE = 0x7
    RECEIVE = 0x8
    TRANSCEIVE = 0xC
    MF_AUTHENT = 0xE
    SOFT_RESET = 0xF


class ComIrq(IntEnum):
    """ComIrqReg (9.3.1.5)."""

    SET1 = 0x80
    TX = 0x40
    RX = 0x20
    IDLE = 0x10
    HI_ALERT = 0x08
    LO_ALERT = 0x04
    ERR = 0x02
    TIMER = 0x01


class DivIrq(IntEnum):
    """DivIrqReg (9.3.1.6)."""

    SET2 = 0x80
    MFIN_ACT = 0x10
    CRC = 0x04


class Error(IntEnum):
    """ErrorReg (9.3.1.7)."""

    WR = 0x80
    TEMP = 0x40
    BUFFER_OVFL = 0x10
    COLL = 0x08
    CRC = 0x04
    PARITY = 0x02
    PROTOCOL = 0x01


class Modem(IntEnum):
    """Status2Reg ModemState (9.3.1.9)."""

    IDLE = 0b000
    WAIT_FOR_START_SEND = 0b001
    TX_WAIT = 0b010
    TRANSMITTING = 0b011
    RX_WAIT = 0b100
    WAIT_FOR_DATA = 0b101
    RECEIVING = 0b110


COM_I_EN_IRQ_INV = 0x80
COMMAND_RCV_OFF = 0x20
COMMAND_POWER_DOWN = 0x10
FIFO_FLUSH = 0x80
CONTROL_T_STOP_NOW = 0x80
CONTROL_T_START_NOW = 0x40
FRAMING_START_SEND = 0x80
COLL_VALUES_AFTER = 0x80
COLL_POS_NOT_VALID = 0x20
MODE_MSB_FIRST = 0x80
MODE_TX_WAIT_RF = 0x20
MODE_CRC_PRESET = 0x03
MODE_CRC_EN = 0x80
"""TxCRCEn in TxModeReg and RxCRCEn in RxModeReg."""
RX_NO_ERR = 0x08
RX_MULTIPLE = 0x04
RX_WAIT = 0x3F
MF_PARITY_DISABLE = 0x10
TX_RF_EN = 0x03
TX_FORCE_100_ASK = 0x40
DEMOD_T_PRESCAL_EVEN = 0x10
T_AUTO = 0x80
T_AUTO_RESTART = 0x10
RX_GAIN_DB = (18, 23, 18, 23, 33, 38, 43, 48)
"""By RxGain in RFCfgReg (table 98)."""
CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)
