// Text matching for filters: lower case without accents; every typed word must occur in the text.
export const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
export const matches = (text, wanted) => wanted.split(/\s+/).every((word) => text.includes(word));
