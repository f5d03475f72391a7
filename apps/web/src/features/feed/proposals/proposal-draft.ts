import { cleanMentions, type Mention } from '@fieldhouse/domain/league/mentions'
import { parseStored } from '../../../storage/browser-storage.ts'
import { type DraftFormat, parseMentions, toMentionsField } from '../draft.ts'
import type { NewProposal } from '../feed-actions.ts'

/** Source: decisions, 8. */
const MIN_OPTIONS = 2
export const MAX_OPTIONS = 12

/** An option in the form. The ID stays the same when options before it are added or removed. */
export type DraftOption = { id: number; text: string }

export type ProposalDraft = {
  question: string
  /** Those in the question. */
  mentions: readonly Mention[]
  options: readonly DraftOption[]
  anonymous: boolean
  /** The value of the datetime-local field, in the user's time zone; '' when voting stays open. */
  closesAt: string
}

export const EMPTY_DRAFT: ProposalDraft = {
  question: '',
  mentions: [],
  options: [
    { id: 1, text: '' },
    { id: 2, text: '' },
  ],
  anonymous: true,
  closesAt: '',
}

export const PROPOSAL_DRAFT: DraftFormat<ProposalDraft> = {
  empty: EMPTY_DRAFT,
  toText: (draft) => (isEmptyDraft(draft) ? null : JSON.stringify(draft)),
  fromText: parseDraft,
}

function isEmptyDraft(draft: ProposalDraft): boolean {
  return draft.question.trim() === '' && optionTexts(draft.options).length === 0
}

/** The app itself has stored it, so only its age can make it unreadable. */
function parseDraft(text: string): ProposalDraft | null {
  const draft = (parseStored(text) ?? {}) as Partial<ProposalDraft>
  const { question, mentions, options, anonymous, closesAt } = draft
  if (typeof question !== 'string' || typeof closesAt !== 'string' || typeof anonymous !== 'boolean')
    return null
  const isOption = ({ id, text: option }: Partial<DraftOption>) =>
    typeof id === 'number' && typeof option === 'string'
  const isComplete = Array.isArray(options) && options.length >= MIN_OPTIONS && options.every(isOption)
  return isComplete ? { question, mentions: parseMentions(mentions), options, anonymous, closesAt } : null
}

export function addOption(options: readonly DraftOption[]): DraftOption[] {
  return [...options, { id: Math.max(...options.map(({ id }) => id)) + 1, text: '' }]
}

export function canAddOption(options: readonly DraftOption[]): boolean {
  return options.length < MAX_OPTIONS
}

export function canRemoveOption(options: readonly DraftOption[]): boolean {
  return options.length > MIN_OPTIONS
}

/** The request body for a draft, without empty options. Returns null without a question and two options. */
export function toNewProposal({ options, anonymous, closesAt, ...draft }: ProposalDraft): NewProposal | null {
  const { text: trimmedQuestion, mentions } = cleanMentions({
    text: draft.question,
    mentions: draft.mentions,
  })
  const texts = optionTexts(options)
  if (trimmedQuestion === '' || texts.length < MIN_OPTIONS) return null
  return {
    question: trimmedQuestion,
    ...toMentionsField(mentions),
    options: texts,
    anonymous,
    closes_at: parseLocalDateTime(closesAt)?.toISOString() ?? null,
  }
}

/** Returns error messages by field name for a draft that is complete enough to send. */
export function validateDraft({ options, closesAt }: ProposalDraft, now: Date): Record<string, string> {
  const texts = optionTexts(options)
  const problems: Record<string, string> = {}
  if (new Set(texts).size < texts.length) problems['options'] = 'Each option must be different.'
  const closingTime = parseLocalDateTime(closesAt)
  if (closesAt !== '' && (closingTime === null || closingTime <= now))
    problems['closes_at'] = 'Choose a future time.'
  return problems
}

/** Returns null for an empty field and for an invalid date. */
function parseLocalDateTime(closesAt: string): Date | null {
  const date = new Date(closesAt)
  return Number.isNaN(date.getTime()) ? null : date
}

function optionTexts(options: readonly DraftOption[]): string[] {
  return options.map(({ text }) => text.trim()).filter((text) => text !== '')
}
