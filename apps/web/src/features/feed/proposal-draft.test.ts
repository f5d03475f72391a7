import { describe, expect, it } from 'vitest'
import {
  addOption,
  canAddOption,
  canRemoveOption,
  EMPTY_DRAFT,
  type ProposalDraft,
  toNewProposal,
  validateDraft,
} from './proposal-form.tsx'

const NOW = new Date(2026, 10, 21, 12, 0)

function buildDraft(texts: string[], overrides: Partial<ProposalDraft> = {}): ProposalDraft {
  const options = texts.map((text, index) => ({ id: index + 1, text }))
  return { ...EMPTY_DRAFT, question: 'Shall we?', options, ...overrides }
}

describe('toNewProposal', () => {
  it.each([
    ['without a question', buildDraft(['Yes', 'No'], { question: '  ' })],
    ['with one option', buildDraft(['Yes', '', ' '])],
  ])('returns null for a draft %s', (_, incomplete) => {
    expect(toNewProposal(incomplete)).toBeNull()
  })

  it('trims texts, drops empty options, and makes votes anonymous by default', () => {
    expect(toNewProposal(buildDraft([' Yes ', '', 'No']))).toEqual({
      question: 'Shall we?',
      options: ['Yes', 'No'],
      anonymous: true,
      closes_at: null,
    })
  })

  it("reads the closing time in the user's time zone", () => {
    const proposal = toNewProposal(buildDraft(['Yes', 'No'], { closesAt: '2026-11-22T17:00' }))
    expect(proposal?.closes_at).toBe(new Date(2026, 10, 22, 17, 0).toISOString())
  })
})

describe('validateDraft', () => {
  it.each([
    ['a valid draft', buildDraft(['Yes', 'No']), {}],
    ['two equal options', buildDraft(['Yes', 'Yes ']), { options: 'Each option must be different.' }],
    ['several empty options', buildDraft(['Yes', 'No', '', '']), {}],
    [
      'a closing time in the past',
      buildDraft(['Yes', 'No'], { closesAt: '2026-11-21T12:00' }),
      { closes_at: 'Choose a future time.' },
    ],
    [
      'an invalid date',
      buildDraft(['Yes', 'No'], { closesAt: '20266-01-01T10:00' }),
      { closes_at: 'Choose a future time.' },
    ],
  ])('returns the errors for %s', (_, draft, errors) => {
    expect(validateDraft(draft, NOW)).toEqual(errors)
  })
})

it('allows two to twelve options', () => {
  let options = EMPTY_DRAFT.options
  expect(canRemoveOption(options)).toBe(false)
  while (canAddOption(options)) options = addOption(options)
  expect(options).toHaveLength(12)
  expect(new Set(options.map(({ id }) => id)).size).toBe(12)
  expect(canRemoveOption(options)).toBe(true)
})
