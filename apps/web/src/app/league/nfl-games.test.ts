import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { leagueQueryKey } from '../../api/operations.ts'
import { buildLineupSlot, buildMyMatchupResponse, buildPlayerGame } from '../../testing/matchup-fixtures.ts'
import { buildRoster, buildRosterRow } from '../../testing/roster-fixtures.ts'
import { showNflGames } from './league-events.ts'

const LEAGUE = 'Harbour'
const GAME = buildPlayerGame({ clock_seconds: 100, home_score: 24, is_red_zone: true })

function createClient() {
  const client = new QueryClient()
  const nfl_game = buildPlayerGame()
  const players = [
    buildRosterRow({ player: 'Ada Quill', nfl_team: 'BUF', nfl_game }),
    buildRosterRow({ player: 'Bills D/ST', espn_id: -16_002, nfl_team: 'BUF', nfl_game }),
    buildRosterRow({ player: 'Bo Larch', nfl_team: 'KC', nfl_game }),
    buildRosterRow({ player: 'Cy Dune', nfl_team: 'NE' }),
  ]
  client.setQueryData([...leagueQueryKey(LEAGUE), 'roster', null], buildRoster({ players }))
  // A player's card and a team page are cached as parts of the rosters.
  const { opp: _, ...thisWeek } = buildRosterRow({ nfl_team: 'BUF', nfl_game })
  client.setQueryData([...leagueQueryKey(LEAGUE), 'roster', 'player', 11, null], {
    season: 2026,
    week: 12,
    espn_id: 11,
    this_week: thisWeek,
  })
  client.setQueryData([...leagueQueryKey(LEAGUE), 'roster', 'team', 2, null, null], {
    season: 2026,
    roster: { week: 12, weeks: [11, 12], players },
  })
  client.setQueryData([...leagueQueryKey(LEAGUE), 'roster', 11], buildRoster({ week: 11, players }))
  const matchup = buildMyMatchupResponse({ lineup_week: 12 })
  const lineup = [buildLineupSlot(0, 'Ada Quill', { nfl_team: 'BUF', nfl_game })]
  client.setQueryData([...leagueQueryKey(LEAGUE), 'matchup', null, null], {
    ...matchup,
    matchup: matchup.matchup && { ...matchup.matchup, home: { ...matchup.matchup.home, lineup } },
  })
  // biome-ignore lint/suspicious/noExplicitAny: the test reads any field of the data
  const read = (...key: unknown[]) => client.getQueryData<any>([...leagueQueryKey(LEAGUE), ...key])
  return { client, read }
}

it('shows the games of an event in the roster and the lineups of that week', () => {
  const { client, read } = createClient()
  showNflGames(client, LEAGUE, { season: 2026, week: 12, games: [{ ...GAME, ball_team: 'BUF' }] })
  const games = read('roster', null).players.map((player: { nfl_game: unknown }) => player.nfl_game)
  expect(games).toEqual([GAME, { ...GAME, is_red_zone: false }, { ...GAME, is_red_zone: false }, null])
  expect(read('roster', 11).players[0].nfl_game.clock_seconds).toBe(252)
  const { matchup } = read('matchup', null, null)
  expect(matchup.home.lineup[0].nfl_game).toEqual(GAME)
  expect(matchup.away.lineup).toBeNull()
  expect(read('roster', 'player', 11, null).this_week.nfl_game).toEqual(GAME)
  const onTeamPage = read('roster', 'team', 2, null, null).roster.players
  expect(onTeamPage.map((player: { nfl_game: unknown }) => player.nfl_game)).toEqual(games)
})

it('shows the games of an event on the odds board of that week', () => {
  const { client, read } = createClient()
  const playing = { ...GAME, ball_team: null }
  const rows = [
    { game_id: 1, game: { ...playing, clock_seconds: 900 } },
    { game_id: 2, game: { ...playing, home_team: 'SEA', away_team: 'SF' } },
  ]
  for (const week of [11, 12])
    client.setQueryData([...leagueQueryKey(LEAGUE), 'bets', 'board', 2026, week], {
      season: 2026,
      week,
      games: rows,
    })
  showNflGames(client, LEAGUE, { season: 2026, week: 12, games: [playing] })
  expect(read('bets', 'board', 2026, 12).games).toEqual([{ game_id: 1, game: playing }, rows[1]])
  expect(read('bets', 'board', 2026, 11).games).toEqual(rows)
})

it('has data read again whose read may have begun before the games changed', async () => {
  const { client, read } = createClient()
  const queryKey = [...leagueQueryKey(LEAGUE), 'roster', null]
  const older = read('roster', null)
  let respond: (response: unknown) => void = () => undefined
  const queryFn = () => new Promise((resolve) => (respond = resolve))
  const reading = client.query({ queryKey, queryFn })
  const outdated = showNflGames(client, LEAGUE, {
    season: 2026,
    week: 12,
    games: [{ ...GAME, ball_team: null }],
  })
  expect(outdated).toEqual([queryKey])
  respond(older)
  await reading
})

it('ignores the games of another season', () => {
  const { client, read } = createClient()
  showNflGames(client, LEAGUE, { season: 2025, week: 12, games: [{ ...GAME, ball_team: null }] })
  expect(read('roster', null).players[0].nfl_game.clock_seconds).toBe(252)
  expect(read('matchup', null, null).matchup.home.lineup[0].nfl_game.clock_seconds).toBe(252)
})

it('leaves data that have to be read again to the next read', async () => {
  const { client, read } = createClient()
  await client.invalidateQueries({ queryKey: leagueQueryKey(LEAGUE) })
  showNflGames(client, LEAGUE, { season: 2026, week: 12, games: [{ ...GAME, ball_team: null }] })
  expect(read('roster', null).players[0].nfl_game.clock_seconds).toBe(252)
  expect(client.getQueryState([...leagueQueryKey(LEAGUE), 'roster', null])?.isInvalidated).toBe(true)
})
