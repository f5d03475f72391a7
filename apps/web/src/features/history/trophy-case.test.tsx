import { expect, it } from 'vitest'
import { buildSeason } from '../../testing/history-fixtures.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { HistoryContext } from './history-context.ts'
import { TrophyCase } from './trophy-case.tsx'

const CONTEXT = {
  league: 'Sunday',
  getPictureUrl: () => null,
  getColor: () => null,
  trophy: null,
  openOverlay: () => undefined,
}

it('begins with the newest champion, even if the shelf has no width at first', async () => {
  const seasons = [2019, 2020, 2021, 2022, 2023, 2024, 2025].map((season) =>
    buildSeason(season, ['Ada Quill', 'Hugo Barley', 'Cleo Marsh']),
  )
  const { container } = await renderWithProviders(
    <div hidden>
      <HistoryContext value={CONTEXT}>
        <TrophyCase seasons={seasons} currentYear={2026} />
      </HistoryContext>
    </div>,
  )
  container.querySelector('[hidden]')?.removeAttribute('hidden')
  const newest = () => container.querySelector('[data-season="2025"]')?.getBoundingClientRect()
  await expect.poll(() => newest()?.right).toBeLessThanOrEqual(window.innerWidth)
  expect(newest()?.width).toBeGreaterThan(0)
})
