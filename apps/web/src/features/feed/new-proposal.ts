import type { NewProposal } from './use-proposals.ts'

/** Source: decisions, 8. */
const FEWEST = 2
export const MOST_OPTIONS = 12

/** A line of the form, with an identity that stays while lines before it come and go. */
export type OptionLine = { id: number; text: string }

export type ProposalDraft = {
  question: string
  options: readonly OptionLine[]
  anonymous: boolean
  /** As the field has it: a day and a time in the writer's zone; '' for a vote that stays open. */
  closesAt: string
}

export const EMPTY: ProposalDraft = {
  question: '',
  options: [
    { id: 1, text: '' },
    { id: 2, text: '' },
  ],
  anonymous: true,
  closesAt: '',
}

export function withOneMore(options: readonly OptionLine[]): OptionLine[] {
  return [...options, { id: Math.max(...options.map(({ id }) => id)) + 1, text: '' }]
}

export function canAdd(options: readonly OptionLine[]): boolean {
  return options.length < MOST_OPTIONS
}

export function canRemove(options: readonly OptionLine[]): boolean {
  return options.length > FEWEST
}

/** What is sent; lines left empty are no options. null without a question and two options. */
export function proposalIn({ question, options, anonymous, closesAt }: ProposalDraft): NewProposal | null {
  const asked = question.trim()
  const texts = textsOf(options)
  if (asked === '' || texts.length < FEWEST) return null
  return {
    question: asked,
    options: texts,
    anonymous,
    closes_at: momentOf(closesAt)?.toISOString() ?? null,
  }
}

/** What is wrong with a draft that has all it needs, by the name of the field. */
export function problemsOf({ options, closesAt }: ProposalDraft, now: Date): Record<string, string> {
  const texts = textsOf(options)
  const problems: Record<string, string> = {}
  if (new Set(texts).size < texts.length) problems['options'] = 'Two options are the same.'
  const closing = momentOf(closesAt)
  if (closesAt !== '' && (closing === null || closing <= now))
    problems['closes_at'] = 'Choose a time to come.'
  return problems
}

/** null for an empty field, and for what no calendar has. */
function momentOf(closesAt: string): Date | null {
  const moment = new Date(closesAt)
  return Number.isNaN(moment.getTime()) ? null : moment
}

function textsOf(options: readonly OptionLine[]): string[] {
  return options.map(({ text }) => text.trim()).filter((text) => text !== '')
}
