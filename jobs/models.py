"""The Job table: what was requested, its progress, and which worker holds it until when."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class JobState(models.TextChoices):
    QUEUED = "queued", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")


class Job(models.Model):
    """One piece of work, unique by kind and key. Only `jobs.services` writes it.

    `cursor` is where the next step begins; each step moves it in its own transaction. `lease_until` is set while a
    worker holds the job; after that time any worker may claim it. `run_after` delays a retry; `sent_at` is the time of
    the last message to the workers.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    kind = models.CharField(max_length=60)
    key = models.CharField(max_length=120)
    payload = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=JobState.choices, default=JobState.QUEUED)
    cursor = models.JSONField(null=True, blank=True)
    progress_done = models.PositiveIntegerField(default=0)
    progress_total = models.PositiveIntegerField(default=0)
    sentence = models.CharField(max_length=300, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=80, blank=True)
    run_after = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)
    result = models.JSONField(null=True, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs"
    )
    title = models.CharField(max_length=120, blank=True)
    back_url = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "key"], name="one_job_per_kind_and_key"),
            models.CheckConstraint(
                condition=~models.Q(state="running") | models.Q(lease_until__isnull=False), name="running_has_a_lease"
            ),
        ]
        indexes = [
            models.Index(fields=["lease_until"], name="job_lease", condition=models.Q(state="running")),
            models.Index(fields=["sent_at"], name="job_unsent", condition=models.Q(state="queued")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} ({self.state})"

    @property
    def is_over(self) -> bool:
        return self.state in (JobState.DONE, JobState.FAILED)

    @property
    def percent(self) -> int:
        """Progress in whole percent, 0 to 100."""
        return min(100, self.progress_done * 100 // self.progress_total) if self.progress_total else 0


class Heartbeat(models.Model):
    """When a worker of this host last carried out the task that the schedule sends every few seconds."""

    host = models.CharField(max_length=80, unique=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.host} {self.at:%Y-%m-%d %H:%M:%S}"
