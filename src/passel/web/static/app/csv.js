/** Tables that a spreadsheet opens: text with separators, as each language's spreadsheets expect. */

/** Where a comma stands in numbers it cannot part cells. @type {Record<string, { between: string, decimal: string }>} */
const SIGNS = { en: { between: ",", decimal: "." }, fr: { between: ";", decimal: "," }, pl: { between: ";", decimal: "," } };

/**
 * A table as the text of a CSV file.
 *
 * @param {string} lang
 * @param {(string | number)[][]} rows
 */
export function csv(lang, rows) {
  const { between, decimal } = SIGNS[lang];
  /** @param {string | number} cell */
  const written = (cell) => {
    if (typeof cell === "number") return String(cell).replace(".", decimal);
    // What begins like a formula would be one: an apostrophe makes it a text.
    const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /["\n\r,;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  // The mark at the beginning says that it is UTF-8.
  return `\ufeff${rows.map((row) => `${row.map(written).join(between)}\r\n`).join("")}`;
}

/** A day, `2026-11-30`, and a time of it, `18:05:09`, where the reader is. @param {number} time */
export function moment(time) {
  const at = new Date(time);
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return [
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
  ];
}
