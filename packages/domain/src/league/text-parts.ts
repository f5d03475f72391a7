import { sortRanges, type TextRange } from './mentions.ts'

/** A part of a text; `range` is null for a part between the ranges. */
export type TextPart<Range> = { start: number; text: string; range: Range | null }

/** Divides a text at its ranges. Ranges that overlap an earlier one or lie outside of the text are left out. */
export function splitText<Range extends TextRange>(
  text: string,
  ranges: readonly Range[],
): TextPart<Range>[] {
  const parts: TextPart<Range>[] = []
  let end = 0
  const add = (start: number, until: number, range: Range | null) => {
    if (until > start) parts.push({ start, text: text.slice(start, until), range })
  }
  for (const range of sortRanges(ranges)) {
    if (range.start < end || range.start + range.length > text.length) continue
    add(end, range.start, null)
    end = range.start + range.length
    add(range.start, end, range)
  }
  add(end, text.length, null)
  return parts
}
