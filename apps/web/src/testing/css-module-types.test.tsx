import { expect, it } from 'vitest'
import styles from '../ui/layout/layout.module.css'

it('fails the type check when a class name is misspelled', () => {
  expect(styles.card).toMatch(/card/)
  // @ts-expect-error: The CSS module has no such class.
  expect(styles.crad).toBe(undefined)
})
