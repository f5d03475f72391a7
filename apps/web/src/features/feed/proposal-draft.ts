import type { NewProposal } from './use-proposals.ts'

/** Source: decisions, 8. */
const MIN_OPTIONS = 2
export const MAX_OPTIONS = 12

/** A line of the form, with an identity that stays while lines before it come and go. */
export type DraftOption = { id: number; text: string }

export type ProposalDraft = {
  question: string
  options: readonly DraftOption[]
  anonymous: boolean
  /** As the field has it: a day and a time in the writer's zone; '' for a vote that stays open. */
  closesAt: string
}

export const EMPTY_DRAFT: ProposalDraft = {
  question: '',
  options: [
    { id: 1, text: '' },
    { id: 2, text: '' },
  ],
  anonymous: true,
  closesAt: '',
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

/** What is sent; lines left empty are no options. null without a question and two options. */
export function toNewProposal({ question, options, anonymous, closesAt }: ProposalDraft): NewProposal | null {
  const asked = question.trim()
  const texts = optionTexts(options)
  if (asked === '' || texts.length < MIN_OPTIONS) return null
  return {
    question: asked,
    options: texts,
    anonymous,
    closes_at: parseLocalDateTime(closesAt)?.toISOString() ?? null,
  }
}

/** What is wrong with a draft that has all it needs, by the name of the field. */
export function validateDraft({ options, closesAt }: ProposalDraft, now: Date): Record<string, string> {
  const texts = optionTexts(options)
  const problems: Record<string, string> = {}
  if (new Set(texts).size < texts.length) problems['options'] = 'Two options are the same.'
  const closing = parseLocalDateTime(closesAt)
  if (closesAt !== '' && (closing === null || closing <= now))
    problems['closes_at'] = 'Choose a time to come.'
  return problems
}

/** null for an empty field, and for what no calendar has. */
function parseLocalDateTime(closesAt: string): Date | null {
  const moment = new Date(closesAt)
  return Number.isNaN(moment.getTime()) ? null : moment
}

function optionTexts(options: readonly DraftOption[]): string[] {
  return options.map(({ text }) => text.trim()).filter((text) => text !== '')
}
