"""Metrics of every process, and the dashboard and alerts in deploy/monitoring/ that use them."""

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client
from prometheus_client import REGISTRY

from jobs.models import Job
from jobs.runner import run
from jobs.services import enqueue
from mordheim_site.monitoring import metrics, worker_metrics
from tests_support.processes import ROOT, free_port

FOLDER = Path(ROOT, "deploy/monitoring")
OURS = re.compile(r"\bmordheim_[a-z_]+")


def known() -> set[str]:
    """The names under which our metrics are read."""
    assert metrics.JOBS
    return {sample for family in REGISTRY.collect() for sample in _names(family)}


def _names(family: Any) -> set[str]:
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
    return {f"{family.name}{ending}" for ending in endings.get(family.type, ("",))}


@pytest.mark.parametrize("name", ["grafana-dashboard.json", "alerts.yml"])
def test_dashboard_and_alerts_use_metrics_that_exist(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    used = set(OURS.findall(text)) - {"mordheim_"}
    assert len(used) >= 6
    assert used - known() == set()


def test_each_metric_of_ours_is_on_the_dashboard() -> None:
    text = (FOLDER / "grafana-dashboard.json").read_text(encoding="utf-8")
    families = {family.name for family in REGISTRY.collect() if family.name.startswith("mordheim_")}
    assert {name for name in families if name not in text} == set()
    ids = [panel["id"] for panel in json.loads(text)["panels"]]
    assert len(ids) == len(set(ids))


def test_alerts_and_scraping_are_valid_yaml() -> None:
    (group,) = yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8"))["groups"]
    assert all({"alert", "expr", "labels", "annotations"} <= set(rule) for rule in group["rules"])
    jobs = yaml.safe_load((FOLDER / "prometheus.yml").read_text("utf-8"))["scrape_configs"]
    assert [job["job_name"] for job in jobs] == ["web", "worker"]


def test_monitoring_reads_a_process_by_its_address_and_others_get_nothing(
    client: Client, db: None, settings: Any
) -> None:
    """The address of a container is not among ALLOWED_HOSTS, and requests for metrics do not use TLS."""
    settings.METRICS_TOKEN, settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = "a-token", ["league.example"], True
    by_address = {"Host": "10.1.2.3:8000", "Authorization": "Bearer a-token"}
    assert client.get("/metrics", headers=by_address).status_code == 200
    assert client.get("/healthz", headers={"Host": "10.1.2.3:8000"}).status_code == 200
    assert client.get("/metrics", headers={"Host": "10.1.2.3:8000"}).status_code == 404
    client.raise_request_exception = False
    assert client.get("/", headers={"Host": "10.1.2.3:8000"}).status_code == 400


@pytest.mark.parametrize("accepted", ["*/*", "text/html"])
def test_healthz_needs_neither_database_nor_session(client: Client, settings: Any, accepted: str) -> None:
    """Without the fixture `db` any query would fail, even the one for the session named by the cookie."""
    client.cookies[settings.SESSION_COOKIE_NAME] = "a" * 32
    response = client.get("/healthz", headers={"Accept": accepted})
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert not response.cookies


def test_runs_of_jobs_are_counted_by_kind_and_outcome(transactional_db: None) -> None:
    def counted() -> float:
        return REGISTRY.get_sample_value("mordheim_job_runs_total", {"kind": "mail", "outcome": "done"}) or 0.0

    before = counted()
    run(job_id=enqueue(kind="mail", key="counted", payload={"to": []}).pk)
    assert Job.objects.get(key="counted").state == "done"
    assert counted() == before + 1


COUNT = """
from mordheim_site.monitoring import metrics
metrics.JOB_RUNS.labels("mail", "done").inc(3)
"""
MEMORY = re.compile(r'^mordheim_process_memory_bytes\{pid="(\d+)"\} (\S+)$', re.MULTILINE)


def test_the_memory_of_each_running_process_is_shown(tmp_path: Path) -> None:
    """Also where processes share a folder: there the library leaves out what it measures of a single one."""
    mine = MEMORY.findall(metrics.of_this_service().decode())
    assert [int(pid) for pid, _bytes in mine] == [os.getpid()]
    assert float(mine[0][1]) > 20e6
    for pid in (os.getpid(), 4_000_000):
        (tmp_path / f"counter_{pid}.db").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(metrics, "MultiProcessCollector", lambda *_arguments, **_options: None)
        shared = MEMORY.findall(metrics.of_folder(str(tmp_path)).decode())
    assert [int(pid) for pid, _bytes in shared] == [os.getpid()]


def test_a_worker_serves_the_sum_of_its_processes(tmp_path: Path, settings: Any) -> None:
    for _ in range(2):
        subprocess.run(
            [sys.executable, "-c", COUNT], cwd=ROOT, check=True, env={"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
        )
    settings.METRICS_TOKEN = "a-token"
    port = free_port()
    worker_metrics.serve(host="127.0.0.1", port=port, folder=str(tmp_path))

    def get(path: str, token: str) -> tuple[int, str]:
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Authorization": f"Bearer {token}"})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, ""

    assert 'mordheim_job_runs_total{kind="mail",outcome="done"} 6.0' in get("/metrics", "a-token")[1]
    assert get("/metrics", "wrong")[0] == 404
    assert get("/", "a-token")[0] == 404
