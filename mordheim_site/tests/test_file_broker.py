"""The broker of a site without Redis: unreadable files never stop a worker, and no reader gets half a message."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection
from kombu.utils.json import dumps

from mordheim_site.serve import file_broker
from tests_support.prepared import copy_database, copy_packs
from tests_support.processes import ROOT, wait_until

MESSAGES = 150


def channel_in(folder: Path) -> file_broker.Channel:
    """A channel of a connection whose files are in this folder."""
    messages, control = folder / "messages", folder / "control"
    messages.mkdir(exist_ok=True)
    control.mkdir(exist_ok=True)
    connection = Connection(
        "files://localhost",
        transport_options={
            "data_folder_in": str(messages), "data_folder_out": str(messages), "control_folder": str(control),
        },
    )  # fmt: skip
    channel = connection.channel()
    assert isinstance(channel, file_broker.Channel)
    return channel


def taken(channel: file_broker.Channel, queue: str = "work") -> list[object]:
    found = []
    while True:
        try:
            found.append(channel._get(queue)["number"])
        except Empty:
            return found


def test_messages_come_in_the_order_in_which_they_were_sent_each_once(tmp_path: Path) -> None:
    channel = channel_in(tmp_path)
    for number in range(20):
        channel._put("work", {"number": number})
        channel._put("other", {"number": -1})
    assert taken(channel) == list(range(20))
    assert channel._size("other") == 20
    assert taken(channel) == []


@pytest.mark.parametrize("content", ["", '{"body": "abc', "[]", "7", "\ufeff{}"])
def test_a_message_that_cannot_be_read_is_set_aside_and_the_next_one_arrives(tmp_path: Path, content: str) -> None:
    channel = channel_in(tmp_path)
    broken = tmp_path / "messages" / "00000000000000000001_broken.work.msg"
    broken.write_text(content)
    channel._put("work", {"number": 1})
    assert taken(channel) == [1]
    assert (tmp_path / file_broker.UNREADABLE / broken.name).read_text() == content
    assert not broken.exists()


@pytest.mark.parametrize("content", ["", "[[1, 2", "{}", "[7]"])
def test_a_routing_table_that_cannot_be_read_is_written_again(tmp_path: Path, content: str) -> None:
    channel = channel_in(tmp_path)
    (tmp_path / "control" / "jobs.exchange").write_text(content)
    assert channel.get_table("jobs") == []
    channel._queue_bind("jobs", "key", "", "work")
    channel._queue_bind("jobs", "key", "", "work")
    assert [row.queue for row in channel.get_table("jobs")] == ["work"]
    channel._delete("work", "jobs", "key", "")
    assert channel.get_table("jobs") == []


def _write_many(folder: str) -> None:
    channel = channel_in(Path(folder))
    for number in range(MESSAGES):
        channel._put("work", {"number": number, "filler": "x" * 20_000})
        channel._queue_bind("jobs", str(number), "", "work")


def test_a_reader_beside_a_writer_never_sees_part_of_a_file(tmp_path: Path) -> None:
    channel = channel_in(tmp_path)
    writer = multiprocessing.get_context("spawn").Process(target=_write_many, args=(str(tmp_path),))
    writer.start()
    found: list[object] = []
    while writer.is_alive() or channel._size("work"):
        found += taken(channel)
        channel.get_table("jobs")
    writer.join()
    assert writer.exitcode == 0
    assert found == list(range(MESSAGES))
    assert len(channel.get_table("jobs")) == MESSAGES
    assert not (tmp_path / file_broker.UNREADABLE).exists()


MAKE = """
from jobs import services
print(services.enqueue(kind="test.count", key="after", payload={"to": 2, "pause": 0}).public_id)
"""
STATE = """
from jobs.models import Job
print(Job.objects.get(kind="test.count").state)
"""


@pytest.mark.slow
def test_a_real_worker_survives_empty_and_half_written_messages() -> None:
    with tempfile.TemporaryDirectory() as folder:
        inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        environment = {
            **inherited, "VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "tests_support.counting_settings",
        }  # fmt: skip

        def manage(*arguments: str) -> str:
            command = [sys.executable, "manage.py", *arguments]
            return subprocess.run(
                command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=200, check=True
            ).stdout.strip()

        copy_database(folder)
        copy_packs(folder)
        # The tables of the counting app.
        manage("migrate", "-v0")
        messages = Path(folder, "broker", "messages")
        messages.mkdir(parents=True, exist_ok=True)
        for number, content in enumerate(("", '{"body": "', dumps({"body": "x"}), json.dumps(None))):
            (messages / f"{number:020d}_broken.celery.msg").write_text(content)
        worker = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "mordheim_site.celery", "worker", "--pool", "threads",
             "--concurrency", "2", "--without-gossip", "--without-mingle", "--loglevel", "warning"],
            env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            manage("shell", "--no-imports", "-c", MAKE)
            wait_until(lambda: manage("shell", "--no-imports", "-c", STATE) == "done", seconds=180, what="the job ran")
            assert worker.poll() is None
        finally:
            worker.terminate()
            worker.wait(30)
