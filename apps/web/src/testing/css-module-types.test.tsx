import { expect, it } from 'vitest'
import ui from '../ui/ui.module.css'

it('fails the type check when a class name is misspelled', () => {
  expect(ui.card).toMatch(/card/)
  // @ts-expect-error: The CSS module has no such class.
  expect(ui.crad).toBe(undefined)
})
