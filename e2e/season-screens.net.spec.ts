import { expect, type Locator, type Page } from '@playwright/test'
import { PASSWORD, postJson } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES, readCapture } from './captures.ts'
import { createSeasonLeague, gameCard, openTab } from './season-league.ts'
import { sharedTest as test } from './test-app.ts'

// Expected values are computed from the recorded responses alone.
// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped JSON
type Json = any

const [BENCH, RESERVE, SUPERFLEX, DEFENSE] = [20, 21, 7, 16]

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

test('a week before its first game shows projections and dashes for scores', async ({ page, testApp }) => {
  const body: Json = readCapture('league-1446375/2023/week1-pregame-scoreboard.json')
  const [game] = gamesIn(body, 1)
  const league = await createSeasonLeague(page.request, testApp, 1446375)
  await league.refresh(2023)
  await league.assignTeam(game.home.teamId)

  await openTab(page, testApp, league, 'Scoreboard')
  await expect(page.getByRole('heading', { name: 'Scoreboard — Week 1', exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(gamesIn(body, 1).length)
  const card = gameCard(page, teamName(body, game.home.teamId))
  await expect(card).toContainText('Not started')
  await expect(card).toContainText(/Score\s*—.*Score\s*—/s)
  await expect(card).toContainText(oneDecimal(game.home.totalProjectedPointsLive))
  await page.getByRole('tab', { name: 'Matchup' }).click()
  await expect(page.getByRole('heading', { name: 'Week 1 Matchup' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Slot by slot')
  await page.getByRole('tab', { name: 'Roster' }).click()
  await expect(page.getByText('NFL WEEK 1', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Starters total' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(sectionCard(page, 'My Team')).toContainText(teamName(body, game.home.teamId))
  await expect(sectionCard(page, 'This week')).toContainText('Not started')
})

test('a two-week playoff round shows live games, teams on bye and an empty lineup slot', async ({
  page,
  testApp,
}) => {
  const body: Json = readCapture('league-1446375/2024/week16-live.json')
  const slotCount = countStartingSlots(body)
  const games = gamesIn(body, 16)
  const incompleteSide = games
    .flatMap((game) => [game.home, game.away])
    .find((side) => startersOf(side).length < slotCount)
  const league = await createSeasonLeague(page.request, testApp, 1446375)
  await league.refresh(2024)
  await league.assignTeam(incompleteSide.teamId)

  await openTab(page, testApp, league, 'Scoreboard')
  await expect(page.getByRole('article')).toHaveCount(games.length)
  const mine = page.getByRole('article').filter({ hasText: teamName(body, incompleteSide.teamId) })
  const occasion = /(Semifinal|Championship|Third place|Consolation) · NFL weeks 16 and 17/
  await expect(mine).toContainText(teamName(body, incompleteSide.teamId))
  await expect(mine).toContainText('Live')
  await expect(mine).toContainText(occasion)
  await expect(mine).toContainText(oneDecimal(incompleteSide.totalPointsLive))
  const byes = page.getByRole('region', { name: 'On bye' })
  for (const { home } of byesIn(body, 16)) await expect(byes).toContainText(teamName(body, home.teamId))
  // Only one of two weeks is projected, so there is no win probability.
  await expect(page.getByText('Win probability')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Matchup' }).click()
  await expect(page.getByRole('main')).toContainText(occasion)
  await expect(page.getByRole('main')).toContainText('Empty')
  await expect(page.getByText('Lineups are for NFL week 16. The scores above cover every week')).toBeVisible()
  await page.getByRole('tab', { name: 'Roster' }).click()
  await expect(page.getByRole('row', { name: 'Empty' })).toHaveCount(
    slotCount - startersOf(incompleteSide).length,
  )
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(sectionCard(page, 'This week')).toContainText('Live')
  await expect(sectionCard(page, 'Top teams').getByRole('row')).toHaveCount(6)
})

test('a finished week is final, and a team on bye sees that it has no matchup', async ({ page, testApp }) => {
  const body: Json = readCapture('league-18254195/2024/combined.json')
  const lineups: Json = readCapture('league-18254195/2024/week-17.json')
  const [bye] = byesIn(body, 15)
  const { teamId } = bye.home
  const side = gamesIn(lineups, 17)
    .flatMap((game) => [game.home, game.away])
    .find((candidate) => candidate.teamId === teamId)
  const league = await createSeasonLeague(page.request, testApp, 18254195)
  await league.refresh(2024)
  await league.assignTeam(teamId)

  await openTab(page, testApp, league, 'Roster')
  await expect(page.getByText('NFL WEEK 17', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Starters total' })).toContainText(oneDecimal(side.totalPoints))
  const defense = entriesOf(side).find(({ lineupSlotId }) => lineupSlotId === DEFENSE)
  await expect(page.getByRole('link', { name: playerName(defense) })).toHaveAttribute(
    'href',
    /&player=-16\d{3}$/,
  )
  await page.getByRole('tab', { name: 'Scoreboard' }).click()
  await expect(page.getByRole('article').first()).toContainText('Final')
  await expect(page.getByRole('article').first()).toContainText(oneDecimal(side.totalPoints))
  await page.getByLabel('Week', { exact: true }).selectOption('Week 15')
  await expect(page.getByRole('heading', { name: 'Scoreboard — Week 15' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'On bye' })).toContainText(teamName(body, teamId))
  await page.getByRole('tab', { name: 'Matchup' }).click()
  await expect(page.getByRole('main')).toContainText('Final')
  await expect(page.getByRole('main')).toContainText(oneDecimal(side.totalPoints))
  await page.getByLabel('Week', { exact: true }).selectOption('Week 15')
  await expect(page.getByText('No matchup this week.')).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(sectionCard(page, 'This week')).toContainText('Final')
})

test('the provider decides the winner even if the scores differ', async ({ page, testApp }) => {
  const body: Json = readCapture('league-368876/2018/mMatchupScore.json')
  const game = body.schedule.find(
    ({ winner, home, away }: Json) => winner === 'HOME' && away?.totalPoints > home.totalPoints,
  )
  const league = await createSeasonLeague(page.request, testApp, 368876)
  await league.refresh(2018)
  await league.assignTeam(game.home.teamId)
  await openTab(page, testApp, league, 'Scoreboard')
  await expect(page.getByRole('heading', { name: `Scoreboard — Week ${game.matchupPeriodId}` })).toBeVisible()
  const teams: Json = readCapture('league-368876/2018/mTeam.json')
  const winner = teamName(teams, game.home.teamId)
  const mine = page.getByRole('article').filter({ hasText: winner })
  await expect(mine).toContainText(oneDecimal(game.away.totalPoints))
  await expect(mine).toContainText(`Won by ${winner}`)
})

test('superflex and injured reserve players are shown in their slots', async ({ page, testApp }) => {
  const body: Json = readCapture('league-899513/2020/week-01-boxscore.json')
  const sides = gamesIn(body, 1).flatMap((game) => [game.home, game.away])
  const side = sides.find((candidate) => hasSlot(candidate, SUPERFLEX) && hasSlot(candidate, RESERVE))
  const superflex = await createSeasonLeague(page.request, testApp, 899513)
  await superflex.refresh(2020)
  // A backfill is needed to store the lineups of past weeks.
  const backfill = { start: 2020, end: 2020, scrape: true, force: true }
  await postJson(page.request, testApp, `${superflex.apiPath}/history/backfill-admin/`, {
    password: PASSWORD,
    ...backfill,
  })
  await superflex.assignTeam(side.teamId)
  await openTab(page, testApp, superflex, 'Roster')
  await expect(page.getByText('NFL WEEK 1', { exact: true })).toBeVisible()
  for (const [slot, label] of [
    [SUPERFLEX, 'OP'],
    [RESERVE, 'IR'],
  ] as const) {
    const [entry] = entriesOf(side).filter(({ lineupSlotId }) => lineupSlotId === slot)
    await expect(page.getByRole('row', { name: playerName(entry) })).toContainText(label)
  }
})

test('a league before its draft has matchups but no rosters', async ({ page, testApp }) => {
  const undrafted = await createSeasonLeague(page.request, testApp, 18254195)
  await undrafted.refresh(2026)
  await undrafted.assignTeam(1)
  await openTab(page, testApp, undrafted, 'Roster')
  await expect(page.getByText('No roster to show yet.')).toBeVisible()
  await page.getByRole('tab', { name: 'Scoreboard' }).click()
  await expect(page.getByRole('article').first()).toContainText('Not started')
})

function sectionCard(page: Page, title: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
}

function gamesIn(body: Json, period: number): Json[] {
  return body.schedule.filter((game: Json) => game.matchupPeriodId === period && game.away !== undefined)
}

function byesIn(body: Json, period: number): Json[] {
  return body.schedule.filter((game: Json) => game.matchupPeriodId === period && game.away === undefined)
}

function entriesOf(side: Json): Json[] {
  return side.rosterForCurrentScoringPeriod.entries
}

function startersOf(side: Json): Json[] {
  return entriesOf(side).filter(({ lineupSlotId }) => ![BENCH, RESERVE].includes(lineupSlotId))
}

function hasSlot(side: Json, slot: number): boolean {
  return entriesOf(side).some(({ lineupSlotId }) => lineupSlotId === slot)
}

function playerName(entry: Json): string {
  return entry.playerPoolEntry.player.fullName
}

function countStartingSlots(body: Json): number {
  const counts = Object.entries<number>(body.settings.rosterSettings.lineupSlotCounts)
  return counts.reduce(
    (sum, [slot, count]) => ([BENCH, RESERVE].includes(Number(slot)) ? sum : sum + count),
    0,
  )
}

function teamName(body: Json, teamId: number): string {
  const team = body.teams.find(({ id }: Json) => id === teamId)
  return (team.name ?? `${team.location} ${team.nickname}`).trim().replace(/\s+/g, ' ')
}

/** Rounds halves up: 119.55 becomes 119.6. */
function oneDecimal(points: number): string {
  return (Math.round(Math.round(points * 100) / 10) / 10).toFixed(1)
}
