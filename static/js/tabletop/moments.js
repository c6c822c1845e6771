// The turn and phase of a battle after the entries stored on this device. The site lists the moments that follow.
const isMoment = (first, second) =>
  first.turn === second.turn && first.side === second.side && first.phase === second.phase;

// The moment after `kind` ("phase" or "turn") was recorded at `moment`; null if it is beyond the list.
export function momentAfter(ahead, moment, kind) {
  const at = ahead.findIndex((known) => isMoment(known, moment));
  if (at < 0) return null;
  const next = ahead.findIndex((coming, place) => place > at && (kind === "phase" || coming.phase === 0));
  return next < 0 ? null : ahead[next];
}

// The moment after all stored entries; `ahead[0]` is the one that the site shows.
export function momentReached(ahead, entries) {
  let reached = ahead[0] ?? null;
  for (const { fields } of entries) {
    const values = Object.fromEntries(fields);
    if (!reached || (values.kind !== "phase" && values.kind !== "turn")) continue;
    const moment = { turn: Number(values.turn), side: values.side, phase: Number(values.phase) };
    if (isMoment(moment, reached)) reached = momentAfter(ahead, moment, values.kind) ?? reached;
  }
  return reached;
}
