import { describe, expect, it } from 'vitest'
import {
  addOption,
  canAddOption,
  canRemoveOption,
  EMPTY_DRAFT,
  type ProposalDraft,
  toNewProposal,
  validateDraft,
} from './proposal-draft.ts'

const NOW = new Date(2026, 10, 21, 12, 0)

function buildDraft(texts: string[], named: Partial<ProposalDraft> = {}): ProposalDraft {
  const options = texts.map((text, index) => ({ id: index + 1, text }))
  return { ...EMPTY_DRAFT, question: 'Shall we?', options, ...named }
}

describe('proposalIn', () => {
  it.each([
    ['without a question', buildDraft(['Yes', 'No'], { question: '  ' })],
    ['with one option', buildDraft(['Yes', '', ' '])],
  ])('is nothing %s', (_, incomplete) => {
    expect(toNewProposal(incomplete)).toBeNull()
  })

  it('has trimmed texts, no empty options, and anonymous votes by default', () => {
    expect(toNewProposal(buildDraft([' Yes ', '', 'No']))).toEqual({
      question: 'Shall we?',
      options: ['Yes', 'No'],
      anonymous: true,
      closes_at: null,
    })
  })

  it('closes at the time of the writer’s own clock', () => {
    const proposal = toNewProposal(buildDraft(['Yes', 'No'], { closesAt: '2026-11-22T17:00' }))
    expect(proposal?.closes_at).toBe(new Date(2026, 10, 22, 17, 0).toISOString())
  })
})

describe('problemsOf', () => {
  it.each([
    ['nothing wrong', buildDraft(['Yes', 'No']), {}],
    ['two options that are the same', buildDraft(['Yes', 'Yes ']), { options: 'Two options are the same.' }],
    ['empty lines that are the same', buildDraft(['Yes', 'No', '', '']), {}],
    [
      'a time that has passed',
      buildDraft(['Yes', 'No'], { closesAt: '2026-11-21T12:00' }),
      { closes_at: 'Choose a time to come.' },
    ],
    [
      'a year that no calendar has',
      buildDraft(['Yes', 'No'], { closesAt: '20266-01-01T10:00' }),
      { closes_at: 'Choose a time to come.' },
    ],
  ])('says of %s', (_, written, problems) => {
    expect(validateDraft(written, NOW)).toEqual(problems)
  })
})

it('has between two and twelve options', () => {
  let options = EMPTY_DRAFT.options
  expect(canRemoveOption(options)).toBe(false)
  while (canAddOption(options)) options = addOption(options)
  expect(options).toHaveLength(12)
  expect(new Set(options.map(({ id }) => id)).size).toBe(12)
  expect(canRemoveOption(options)).toBe(true)
})
