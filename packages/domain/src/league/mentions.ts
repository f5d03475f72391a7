import { normalizeDisplayName } from './display-names.ts'

export const MAX_MENTIONS = 20

/**
 * The longest mention with its `@`. First and last names have up to 150 characters each, and a username of up to 64 in
 * parentheses can follow.
 */
export const MAX_MENTION_LENGTH = 400

/**
 * A part of a text, in UTF-16 code units, as JavaScript, Java and the DOM count. An emoji outside the Basic Multilingual
 * Plane counts as two.
 */
export type TextRange = { start: number; length: number }

/** Who is mentioned: a member by user ID, or a team by the provider's ID in the current season. */
export type MentionTarget = { kind: 'member' | 'team'; id: number }

/** A mention, as it is written. Its part of the text begins with an `@`. */
export type Mention = MentionTarget & TextRange

/** A text and the mentions in it, in the order of the text. */
export type MentionedText = { text: string; mentions: readonly Mention[] }

export type MentionProblem = 'too_many' | 'outside' | 'overlap' | 'not_a_mention'

export function targetKey({ kind, id }: MentionTarget): string {
  return `${kind} ${id}`
}

export function sortRanges<Range extends TextRange>(ranges: readonly Range[]): Range[] {
  return ranges.toSorted((a, b) => a.start - b.start)
}

/**
 * Why mentions cannot be those of a text; null if they can. Each begins with an `@`, followed by something, on one line,
 * and divides no surrogate pair. They may be in any order.
 */
export function findMentionProblem(text: string, mentions: readonly TextRange[]): MentionProblem | null {
  if (mentions.length > MAX_MENTIONS) return 'too_many'
  let end = 0
  for (const { start, length } of sortRanges(mentions)) {
    if (start + length > text.length) return 'outside'
    if (start < end) return 'overlap'
    end = start + length
    if (!isMentionText(text.slice(start, end))) return 'not_a_mention'
  }
  return null
}

/** Whether a range marks what can be a mention in a text. Archives can contain other ones. */
export function isMentionRange(text: string, { start, length }: TextRange): boolean {
  return (
    start >= 0 &&
    length > 0 &&
    start + length <= text.length &&
    isMentionText(text.slice(start, start + length))
  )
}

function isMentionText(part: string): boolean {
  return part.length <= MAX_MENTION_LENGTH && part.isWellFormed() && /^@\S[^\n\r]*$/u.test(part)
}

/** A range that the change touches is gone. The others mark the same characters as before. */
export function shiftRanges<Range extends TextRange>(
  ranges: readonly Range[],
  before: string,
  after: string,
): Range[] {
  if (ranges.length === 0) return []
  const shortest = Math.min(before.length, after.length)
  let prefix = 0
  while (prefix < shortest && before[prefix] === after[prefix]) prefix += 1
  let suffix = 0
  while (suffix < shortest - prefix && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1
  const changeEnd = before.length - suffix
  const shift = after.length - before.length
  return ranges.flatMap((range) => {
    if (range.start + range.length <= prefix) return [range]
    return range.start >= changeEnd ? [{ ...range, start: range.start + shift }] : []
  })
}

/** A text as the server stores it, with the mentions that it still contains as a whole. */
export function cleanMentions({ text, mentions }: MentionedText): MentionedText {
  const cleaned = cleanMemberText(text)
  const visible = removeDirection(text)
  const trimmed = visible.length - visible.trimStart().length
  const positionOf = (index: number) => removeDirection(text.slice(0, index)).length - trimmed
  return {
    text: cleaned,
    mentions: mentions
      .map((mention) => {
        const start = positionOf(mention.start)
        return { ...mention, start, length: positionOf(mention.start + mention.length) - start }
      })
      .filter(({ start, length }) => start >= 0 && start + length <= cleaned.length),
  }
}

/** The longest text after an `@` that is looked up while it is typed. */
const MAX_QUERY_LENGTH = 60

/** What is typed after an `@`, up to the caret. `start` is the position of the `@`. */
type MentionQuery = { start: number; query: string }

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

/**
 * A text as it is stored: without white space at its ends, and without the characters that change the direction of
 * what follows them, which could make it look like another text. Letters have their direction without these.
 */
export function cleanMemberText(text: string): string {
  return removeDirection(text).trim()
}

function removeDirection(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '')
}
