"""Opening and closing the board of a table: what keeps it from opening, what it leaves behind."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType

import pytest
from meadow.board import _vendor
from meadow.boards import BoardError, NoBoardError, default_wiring, open_board
from meadow.nfc.sightings import Failed
from meadow_host.twin.silicon.board import SiliconBoard, wired
from meadow_host.twin.silicon.install import installed
from meadow_host.twin.silicon.models import PiModel
from meadow_host.twin.silicon.pi import SimulatedPi
from pytest_mock import MockerFixture

from tests.boards.on_pi import board_on


def test_an_unknown_board_is_told_with_those_that_are_known() -> None:
    with pytest.raises(NoBoardError, match=r'no board .silicn., did you mean "silicon"\?'):
        open_board("silicn", default_wiring())


@pytest.mark.parametrize("name", ["virtual", "silicon", "faulty"])
def test_boards_are_found_by_their_names(name: str) -> None:
    board = open_board(name, default_wiring())
    try:
        assert board.readers.places == ("north", "east", "south", "west", "deck")
    finally:
        board.close()


def test_without_a_raspberry_pi_one_line_says_so() -> None:
    with pytest.raises(BoardError, match="no Raspberry Pi 3, 4, 5 or Zero 2 W") as caught:
        open_board("pi", default_wiring())
    assert "--board virtual" in str(caught.value)


def test_a_pi_that_the_wiring_is_not_for_is_refused() -> None:
    with (
        pytest.raises(BoardError, match=r"this is a Raspberry Pi 5, and the wiring is for 3 or 4"),
        board_on(PiModel.PI_5, {'["3", "4", "zero-2-w", "5"]': '["3", "4"]'}),
    ):
        pass


def test_the_wrong_gpio_package_on_a_pi_5_is_named(mocker: MockerFixture) -> None:
    mocker.patch("meadow_host.twin.silicon.fakes.gpio.RPI_LGPIO", "0.7.1")
    with pytest.raises(
        BoardError, match=r"uninstall it and take rpi-lgpio \(docs/hardware\.md, step 3\)"
    ):
        SiliconBoard(pi=SimulatedPi(model=PiModel.PI_5))


def test_a_library_that_is_not_there_is_named(mocker: MockerFixture) -> None:
    pi = SimulatedPi()
    mocker.patch("meadow_host.twin.silicon.install.spidev.make", return_value=None)
    with pytest.raises(
        BoardError, match=r"the library spidev is not there: install the libraries of a table"
    ):
        SiliconBoard(pi=pi)


def test_what_fails_in_lgpio_comes_as_the_error_of_rpi_gpio(mocker: MockerFixture) -> None:
    lgpio = ModuleType("lgpio")
    mocker.patch.dict(sys.modules, {"lgpio": lgpio})
    mocker.patch.object(lgpio, "exceptions", True, create=True)
    with board_on(PiModel.PI_5):
        assert vars(lgpio)["exceptions"] is False


def test_blinka_is_not_to_ask_on_a_terminal(mocker: MockerFixture) -> None:
    mocker.patch.dict(os.environ)
    os.environ.pop("BLINKA_SKIP_DEPENDENCY_CHECK", None)
    asked = mocker.patch("builtins.input")
    with pytest.raises(BoardError):
        open_board("pi", default_wiring())
    assert os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] == "1"
    asked.assert_not_called()


def test_a_folder_that_lgpio_cannot_write_is_told(mocker: MockerFixture) -> None:
    error = FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")
    mocker.patch("meadow.board.import_module", side_effect=error)
    with pytest.raises(BoardError, match="run it in one that its user may write"):
        _vendor("RPi.GPIO")


def test_on_a_pi_a_second_program_is_refused_until_the_first_has_ended(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    mocker.patch("meadow.alone._DEVICES", f"\0meadow-table-{tmp_path}"[:100])
    pi = SimulatedPi()
    with installed(pi):
        first = open_board("pi", default_wiring())
        with pytest.raises(BoardError, match="another meadowd or meadow doctor has the devices"):
            open_board("pi", default_wiring())
        first.close()
        open_board("pi", default_wiring()).close()


def test_what_keeps_a_board_from_opening_leaves_the_devices_free(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    mocker.patch("meadow.alone._DEVICES", f"\0meadow-table-{tmp_path}"[:100])
    pi = SimulatedPi()
    with installed(pi):
        broken = mocker.patch("meadow.board.PinBuzzer", side_effect=BoardError("broken"))
        with pytest.raises(BoardError, match="broken"):
            open_board("pi", default_wiring())
        mocker.stop(broken)
        open_board("pi", default_wiring()).close()


def test_a_board_that_does_not_open_leaves_nothing_of_its_pi_behind() -> None:
    before = sys.modules.get("RPi")
    with pytest.raises(BoardError), board_on(PiModel.PI_5, {', "5"]': "]"}):
        pass
    assert sys.modules.get("RPi") is before


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/dev/spidev0.0", "add its user to the groups spi and gpio"),
        ("", "put dtparam=spi=on and dtoverlay=spi1-3cs into /boot/firmware/config.txt"),
    ],
)
def test_a_pi_without_spi_or_permission_is_told_and_the_other_readers_go_on(
    path: str, says: str
) -> None:
    pi = SimulatedPi()
    if path:
        pi.refused.add(path)
    else:
        pi.disable_spi(0)
    with board_on(pi=pi) as board:
        board.lay("deck", "04A1B2C3D4E501")
        told = [one for _ in range(60) for one in board.readers.poll().sightings]
        failed = {one.place: one.why for one in told if isinstance(one, Failed)}
        assert says in failed["north"]
        assert sorted(failed) == (["north"] if path else ["east", "north"])
        assert board.readers.lying("deck") == ("04A1B2C3D4E501",)


def test_closing_leaves_it_dark_silent_and_without_field_and_floats_no_reset_pin() -> None:
    with board_on(pixels=4) as board:
        board.strip.show(bytes([9]) * 12)
        board.buzzer.set(True)
        for _ in range(5):
            board.readers.poll()
        neighbour = board.pi.pins[22]
        board.pi.pins.drive(22, True)
        assert board.pi.readers["north"].field.on
        board.close()
        assert board.frame() == bytes(12)
        assert not board.sounds()
        assert not any(reader.field.on for reader in board.pi.readers.values())
        assert board.pi.pins[25].driven is True
        assert neighbour.driven is True
        assert board.pi.pins[26].holder is None


def test_a_reset_line_of_its_own_is_that_readers_alone() -> None:
    with board_on(changes={"device = 2\nreset = 25": "device = 2\nreset = 27"}) as board:
        assert wired(board.wiring.pins)["deck"].reset_pin == 27
        edges = board.pi.pins.record(25)
        board.pi.unplug("deck")
        for _ in range(60):
            board.readers.poll()
        assert edges == []
