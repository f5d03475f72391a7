import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../../testing/fake-server.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { TeamGrades } from '../team-insights.tsx'
import type { Grades } from '../use-insights.ts'

const buildGrades = (overrides: Partial<Grades> = {}): Grades => ({
  season: 2026,
  week: 9,
  scoring_format: 'points',
  unavailable: null,
  nfl_weeks: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  report_unavailable: null,
  teams: [
    {
      team_id: 1,
      positions: [
        { position: 'QB', points: 21.5, difference: 2.25, z: 0.8, grade: 'A-' },
        { position: 'D/ST', points: 4, difference: -3, z: -1.3, grade: 'D+' },
      ],
      report: {
        overall: { z: 0.6, grade: 'B+' },
        subjects: [
          { subject: 'results', value: 2 / 3, z: 1.1, grade: 'A' },
          { subject: 'scoring', value: 1029.3, z: 0.1, grade: 'B-' },
        ],
      },
    },
    { team_id: 2, positions: [], report: null },
  ],
  ...overrides,
})

async function renderGrades(
  response: NonNullable<FakeResponses['GET /api/league/:league/insights/grades/']> = buildGrades(),
  team = 1,
) {
  fakeServer({ 'GET /api/league/:league/insights/grades/': response })
  return renderWithProviders(<TeamGrades league="Sunday" season={2026} team={team} />)
}

describe('the grades of a team', () => {
  it('show the report card with what each subject is graded by', async () => {
    const screen = await renderGrades()
    await expect
      .element(screen.getByRole('region', { name: 'Report card' }))
      .toMatchTextContent(/Overall: B\+ ?Results ?66\.7% of games won ?A ?Scoring ?1,029\.3 points ?B−/)
  })

  it('show each position compared with the league, on a phone without overflow', async () => {
    await page.viewport(390, 844)
    const screen = await renderGrades()
    const positions = screen.getByRole('region', { name: 'Positional strength' })
    await expect
      .element(positions)
      .toMatchTextContent(/QB ?\+2\.3 ?21\.5 a week ?A− ?D\/ST ?−3\.0 ?4\.0 a week ?D\+ ?9 weeks/)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  it('are explained with the figures of the team, by keyboard', async () => {
    const screen = await renderGrades()
    await expect.element(screen.getByText('21.5 a week')).toBeVisible()
    screen.getByRole('button', { name: 'Explain positional strength' }).element().focus()
    await userEvent.keyboard('{Enter}')
    const dialog = screen.getByRole('dialog', { name: 'positional strength' })
    await expect.element(dialog).toMatchTextContent(/QB ?21\.5 − 19\.3 per week, \+0\.80 SD/)
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: 'Explain report card' }).click()
    await expect
      .element(screen.getByRole('dialog', { name: 'report card' }))
      .toMatchTextContent(/Results ?A, \+1\.10 SD/)
  })

  it.each([
    [
      'before half of the season',
      buildGrades({ report_unavailable: 'too_early', teams: [] }),
      /appear once half of the regular season is played/,
    ],
    [
      'with too little data',
      buildGrades({ report_unavailable: 'too_few_subjects', teams: [] }),
      /Fewer than two subjects/,
    ],
    ['before the first week', buildGrades({ unavailable: 'not_started', teams: [] }), /week 1 is final/],
    [
      'without lineups',
      buildGrades({ nfl_weeks: [], teams: [] }),
      /No lineups of completed weeks are stored for 2026/,
    ],
  ])('say what is missing %s', async (_, response, text) => {
    const screen = await renderGrades(response)
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  it('say that a team has no stored lineups', async () => {
    const screen = await renderGrades(buildGrades(), 2)
    await expect.element(screen.getByText('No lineups are stored for this team.')).toBeVisible()
  })

  it('show that they are loading, and an error with a retry', async () => {
    const loading = await renderGrades(neverResponds)
    await expect.element(loading.getByRole('status', { name: 'Loading report card' })).toBeVisible()
    await loading.unmount()
    const failed = await renderGrades(errorResponse(500, 'internal_error', 'Server error.'))
    await expect.element(failed.getByText('Failed to load report card')).toBeVisible()
    await expect.element(failed.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  })
})
