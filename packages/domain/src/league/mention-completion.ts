import { normalizeDisplayName } from './display-names.ts'
import { type MentionedText, type MentionTarget, sortRanges } from './mentions.ts'

/** The longest text after an `@` that is looked up while it is typed. */
const MAX_QUERY_LENGTH = 60

/** What is typed after an `@`, up to the caret. `start` is the position of the `@`. */
export type MentionQuery = { start: number; query: string }

/**
 * Returns what is being typed after an `@`; null if the caret is not in a mention that is being written. The `@` of an
 * email address does not begin one.
 */
export function findMentionQuery({ text, mentions }: MentionedText, caret: number): MentionQuery | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (caret < 1 || start < 0 || mentions.some((mention) => mention.start === start)) return null
  const query = text.slice(start + 1, caret)
  if (query.length > MAX_QUERY_LENGTH || /^\s|[\n\r]|\s{2}/.test(query)) return null
  return start > 0 && /[\p{L}\p{N}_.+-]/u.test(text[start - 1] ?? '') ? null : { start, query }
}

/**
 * Replaces what is being typed with a mention, followed by a space. Returns the new text, and the caret after it.
 * @param caret the end of what is replaced
 */
export function insertMention(
  { text, mentions }: MentionedText,
  { start }: MentionQuery,
  caret: number,
  target: MentionTarget & { name: string },
): MentionedText & { caret: number } {
  const { kind, id, name } = target
  const label = `@${name}`
  const rest = text.slice(caret)
  const space = /^\s/.test(rest) ? '' : ' '
  const changed = `${text.slice(0, start)}${label}${space}${rest}`
  const shift = changed.length - text.length
  const others = mentions.flatMap((mention) => {
    if (mention.start + mention.length <= start) return [mention]
    return mention.start >= caret ? [{ ...mention, start: mention.start + shift }] : []
  })
  return {
    text: changed,
    mentions: sortRanges([...others, { kind, id, start, length: label.length }]),
    caret: start + label.length + 1,
  }
}

/**
 * How well a name matches what is typed: 0 if it starts with it, 1 if one of its words does, null if neither. Case,
 * accents and quote styles do not matter.
 */
export function matchName(name: string, query: string): 0 | 1 | null {
  const [normalized, typed] = [normalizeDisplayName(name), normalizeDisplayName(query)]
  if (normalized.startsWith(typed)) return 0
  for (let at = normalized.indexOf(typed); at >= 0; at = normalized.indexOf(typed, at + 1))
    if (/[^\p{L}\p{N}]/u.test(normalized[at - 1] ?? '')) return 1
  return null
}
