import { describe, expect, it } from 'vitest'
import {
  canAdd,
  canRemove,
  EMPTY,
  type ProposalDraft,
  problemsOf,
  proposalIn,
  withOneMore,
} from './new-proposal.ts'

const NOW = new Date(2026, 10, 21, 12, 0)

function draft(texts: string[], named: Partial<ProposalDraft> = {}): ProposalDraft {
  const options = texts.map((text, index) => ({ id: index + 1, text }))
  return { ...EMPTY, question: 'Shall we?', options, ...named }
}

describe('proposalIn', () => {
  it.each([
    ['without a question', draft(['Yes', 'No'], { question: '  ' })],
    ['with one option', draft(['Yes', '', ' '])],
  ])('is nothing %s', (_, incomplete) => {
    expect(proposalIn(incomplete)).toBeNull()
  })

  it('has trimmed texts, no empty options, and anonymous votes by default', () => {
    expect(proposalIn(draft([' Yes ', '', 'No']))).toEqual({
      question: 'Shall we?',
      options: ['Yes', 'No'],
      anonymous: true,
      closes_at: null,
    })
  })

  it('closes at the time of the writer’s own clock', () => {
    const proposal = proposalIn(draft(['Yes', 'No'], { closesAt: '2026-11-22T17:00' }))
    expect(proposal?.closes_at).toBe(new Date(2026, 10, 22, 17, 0).toISOString())
  })
})

describe('problemsOf', () => {
  it.each([
    ['nothing wrong', draft(['Yes', 'No']), {}],
    ['two options that are the same', draft(['Yes', 'Yes ']), { options: 'Two options are the same.' }],
    ['empty lines that are the same', draft(['Yes', 'No', '', '']), {}],
    [
      'a time that has passed',
      draft(['Yes', 'No'], { closesAt: '2026-11-21T12:00' }),
      { closes_at: 'Choose a time to come.' },
    ],
    [
      'a year that no calendar has',
      draft(['Yes', 'No'], { closesAt: '20266-01-01T10:00' }),
      { closes_at: 'Choose a time to come.' },
    ],
  ])('says of %s', (_, written, problems) => {
    expect(problemsOf(written, NOW)).toEqual(problems)
  })
})

it('has between two and twelve options', () => {
  let options = EMPTY.options
  expect(canRemove(options)).toBe(false)
  while (canAdd(options)) options = withOneMore(options)
  expect(options).toHaveLength(12)
  expect(new Set(options.map(({ id }) => id)).size).toBe(12)
  expect(canRemove(options)).toBe(true)
})
