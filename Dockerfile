# One image for web, worker, beat and migrate; docker-compose.yml says which is which.
FROM python:3.11-slim-bookworm AS build
WORKDIR /build
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt

# The geometry in C; without this stage the site would use its Python code.
FROM python:3.11-bookworm AS geometry
WORKDIR /build
COPY battles/engine/native battles/engine/native
RUN python -m battles.engine.native.build

FROM python:3.11-slim-bookworm
# pg_dump and pg_restore of the same version as the database: `manage.py backup` and `restore` need them.
RUN apt-get update && apt-get install --no-install-recommends -y postgresql-client-15 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /srv/var mordheim \
    && mkdir -p /srv/site /srv/var/media /srv/static && chown -R mordheim /srv/var /srv/static
COPY --from=build /venv /venv
WORKDIR /srv/site
COPY . .
COPY --from=geometry /build/battles/engine/native/*.so battles/engine/native/
# Compiled once, here: the containers cannot write into their image.
RUN python -m compileall -q -j 0 /srv/site
# Fewer memory arenas: the threads of a process would otherwise reserve eight for each core.
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 MALLOC_ARENA_MAX=2 VAR_DIR=/srv/var STATIC_ROOT=/srv/static
USER mordheim
EXPOSE 8000
CMD ["python", "-m", "mordheim_site.serve.web", "--host", "0.0.0.0", "--port", "8000", "--processes", "2", "--grace", "10"]
