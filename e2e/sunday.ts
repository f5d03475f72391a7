import type { Page } from '@playwright/test'
import { test as base } from './test-app.ts'

/** A team of the simulated league, whose season has reached week 11. */
export const TEAM = { id: 1, name: 'Quill Intentions' }

/** The Sunday of that week, before its first game. */
export const MORNING = '2026-11-22T14:00:00Z'

/** An app per test, which reads everything from the simulated sources on that morning. */
export const sundayTest = base.extend({
  settings: ({ provider }, use) => use({ ...provider.settings, NOW: MORNING }),
})

/** Returns the displayed scores of all games, in order. */
export async function readScores(page: Page): Promise<string[]> {
  const texts = await page.getByRole('article').allInnerTexts()
  return texts.flatMap((text) => [...text.matchAll(/Score\s+([\d.]+|—)/g)].map(([, score = '']) => score))
}
