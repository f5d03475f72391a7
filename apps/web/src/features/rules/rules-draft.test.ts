import { describe, expect, it } from 'vitest'
import { hasChanges, moveSection, newSection, type RulesDraft, toDraft } from './rules-editor.tsx'

const RULES = {
  current: {
    version: 3,
    saved_at: '2026-10-11T18:30:00.000Z',
    saved_by: 'Ada Marlow',
    note: '',
    restored_from: null,
  },
  sections: [1, 2, 3].map((id) => ({ id, heading: `Section ${id}`, body: '', proposal: null })),
}
const draft: RulesDraft = toDraft(RULES)
const keysOf = (sections: RulesDraft['sections']) => sections.map(({ key }) => key)

describe('moveSection', () => {
  it.each([
    ['section-1', 1, ['section-2', 'section-1', 'section-3']],
    ['section-3', -1, ['section-1', 'section-3', 'section-2']],
    ['section-1', -1, ['section-1', 'section-2', 'section-3']],
    ['section-3', 1, ['section-1', 'section-2', 'section-3']],
  ])('moves %s by %s', (key, by, expected) => {
    expect(keysOf(moveSection(draft.sections, key, by))).toEqual(expected)
  })
})

describe('newSection', () => {
  it('gives each new section another key, also after one was removed', () => {
    const first = newSection(draft.sections)
    const second = newSection([...draft.sections, first])
    expect([first.key, second.key]).toEqual(['new-1', 'new-2'])
    expect(newSection([...draft.sections, second]).key).toBe('new-3')
  })
})

describe('hasChanges', () => {
  it('is false until something is edited', () => {
    expect(hasChanges(draft)).toBe(false)
    expect(hasChanges({ ...draft, note: 'Typo' })).toBe(true)
    expect(hasChanges({ ...draft, sections: draft.sections.slice(1) })).toBe(true)
  })
})
