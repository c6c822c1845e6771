// Functions for the text of a pack, independent of the page.

// Where a record of a kind is inserted: after the last line of its block; -1 if the text has no such block.
export function endOfBlock(text, kind) {
  const lines = text.split("\n");
  const start = lines.indexOf(`${kind}:`);
  if (start < 0) return -1;
  let end = start + 1;
  while (end < lines.length && (lines[end] === "" || /^[\s#-]/.test(lines[end]))) end += 1;
  while (end > start + 1 && lines[end - 1] === "") end -= 1;
  return lines.slice(0, end).join("\n").length;
}
