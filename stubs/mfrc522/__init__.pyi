# What is used of the vendor package mfrc522 0.0.7, which has no types.
from spidev import SpiDev

class MFRC522:
    PCD_IDLE: int
    PCD_TRANSCEIVE: int
    PCD_RESETPHASE: int
    CommandReg: int
    CommIrqReg: int
    ErrorReg: int
    FIFODataReg: int
    FIFOLevelReg: int
    ControlReg: int
    BitFramingReg: int
    CollReg: int
    ModeReg: int
    TxModeReg: int
    RxModeReg: int
    TxControlReg: int
    TxAutoReg: int
    RFCfgReg: int
    TModeReg: int
    TPrescalerReg: int
    TReloadRegH: int
    TReloadRegL: int
    VersionReg: int
    spi: SpiDev
    def __init__(
        self,
        bus: int = 0,
        device: int = 0,
        spd: int = 1000000,
        pin_mode: int = 10,
        pin_rst: int = -1,
        debugLevel: str = "WARNING",
    ) -> None: ...
    def MFRC522_Init(self) -> None: ...
