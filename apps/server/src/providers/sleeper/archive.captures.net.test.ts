import { CAPTURES_SKIP_REASON } from '@fieldhouse/simulator/testing/captures'
import {
  HAS_SLEEPER_CAPTURES,
  listCapturedWeeks,
  readSleeperCapture,
} from '@fieldhouse/simulator/testing/sleeper-captures'
import { describe, expect, it } from 'vitest'
import { translateDraft, translateTransactions, translateWeek } from './archive.ts'
import { readDraft, readDrafts, readPicks, readPlayers, readTransactions } from './bodies.ts'
import { describePlayer } from './players.ts'
import { capturedBodies } from './testing/captured-season.ts'

if (!HAS_SLEEPER_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

const COMPLETED = [
  '792314138780090368',
  '918335334096846848',
  '733501008587657216',
  '785654147902001152',
  '933782968236191744',
  '1101993137708380160',
  '1230537737975631872',
  '596553726760632320',
  '726144978962747392',
  '862818439088189440',
  '994041566085910528',
  '1124822672346198016',
  '1257436698095136768',
  '1128059523031220224',
  '394148223893188608',
  '515624360016109568',
  '650040105834221568',
  '787506053142216704',
  '521379020332068864',
]

function players() {
  return new Map(
    [...readPlayers(readSleeperCapture('players/nfl'))].flatMap(([id, entry]) => {
      const player = describePlayer(entry)
      return player === null ? [] : [[id, player] as const]
    }),
  )
}

function draftOf(leagueId: string, draftId: string, season: number) {
  const list = readDrafts(readSleeperCapture(`league/${leagueId}/drafts`))
  const detail = readSleeperCapture(`draft/${draftId}`)
  const draft = detail === null ? list.find(({ draft_id }) => draft_id === draftId) : readDraft(detail)
  const picks = readPicks(readSleeperCapture(`draft/${draftId}/picks`))
  return translateDraft(draft === undefined ? [] : [{ draft, picks }], { leagueId, season })
}

function transactionsOf(leagueId: string, season: number) {
  return listCapturedWeeks(leagueId, 'transactions').flatMap((week) =>
    translateTransactions(
      readTransactions(readSleeperCapture(`league/${leagueId}/transactions/${week}`)).entries,
      {
        season,
        week,
      },
    ),
  )
}

describe.runIf(HAS_SLEEPER_CAPTURES)('recorded archives of Sleeper', () => {
  it.each(COMPLETED)(
    'league %s has lineups that add up to the scores, and names for everyone',
    (leagueId) => {
      const { league, weeks } = capturedBodies(leagueId)
      const directory = players()
      for (const { week, rows } of weeks) {
        const context = { leagueId, week, league, players: directory, isScored: true, reserve: null }
        const { lineups, findings } = translateWeek(rows, context)
        expect([week, findings]).toEqual([week, []])
        const starting = (league.roster_positions ?? []).filter((slot) => slot !== 'BN').length
        for (const { entries, emptySlots } of lineups) {
          expect(entries.filter(({ slotId }) => slotId < 20 || slotId > 21).length + emptySlots.length).toBe(
            starting,
          )
          expect(entries.filter(({ name }) => name.startsWith('Player '))).toEqual([])
        }
      }
    },
  )

  it.each([
    ['933782968236191744', 2, 7, 9],
    ['933782968236191744', 2, 10, 9],
    ['918335334096846848', 15, 8, 3],
    ['918335334096846848', 18, 8, 3],
    ['650040105834221568', 17, 14, 8],
  ])(
    'league %s in week %d has a lineup of roster %d with %d empty slots',
    (leagueId, week, teamId, empty) => {
      const { league, weeks } = capturedBodies(leagueId)
      const rows = weeks.find((each) => each.week === week)?.rows ?? []
      const context = { leagueId, week, league, players: players(), isScored: true, reserve: null }
      const lineup = translateWeek(rows, context).lineups.find((each) => each.teamId === teamId)
      expect(lineup?.emptySlots).toHaveLength(empty)
    },
  )

  it('the best-ball league has the optimal lineups', () => {
    const { league, weeks } = capturedBodies('1129142032766861312')
    const [week] = weeks
    const context = {
      leagueId: '1129142032766861312',
      week: 1,
      league,
      players: players(),
      isScored: true,
      reserve: null,
    }
    const { lineups } = translateWeek(week?.rows ?? [], context)
    expect(lineups.toSorted((a, b) => b.points - a.points)[0]).toMatchObject({ teamId: 6, points: 16_266 })
  })

  it.each([
    ['733501008587657216', '733501010147979264', 2021, 23 * 12],
    ['1389719640493551616', '1389719640493551617', 2026, 160],
    ['994041566085910528', '994041566085910529', 2023, 160],
    ['1124822672346198016', '1124822672346198017', 2024, 0],
  ])('league %s has the draft %s of %d with %d picks', (leagueId, draftId, season, count) => {
    const draft = draftOf(leagueId, draftId, season)
    expect(draft).toMatchObject({ isComplete: true, season })
    expect(draft.picks).toHaveLength(count)
    expect(new Set(draft.picks.map(({ overall }) => overall)).size).toBe(count)
    expect(
      draft.picks.every(({ isKeeper, bid, player }) => !isKeeper && bid === null && player !== undefined),
    ).toBe(true)
  })

  it('an auction has its prices, although its budgets were traded', () => {
    const draft = draftOf('695482984576385024', '695482990314221568', 2021)
    expect(draft.picks).toHaveLength(300)
    expect(draft.picks.toSorted((a, b) => (b.bid ?? 0) - (a.bid ?? 0))[0]).toMatchObject({
      overall: 2,
      bid: 58,
    })
    const totals = [...Map.groupBy(draft.picks, ({ teamId }) => teamId).values()].map((picks) =>
      picks.reduce((sum, { bid }) => sum + (bid ?? 0), 0),
    )
    expect([Math.min(...totals), Math.max(...totals)]).toEqual([203, 280])
  })

  it('Jailyard 2023 has 737 completed and 90 failed transactions', () => {
    const transactions = transactionsOf('918335334096846848', 2023)
    const count = (status: string) => transactions.filter((each) => each.status === status).length
    expect([count('done'), count('failed'), transactions.length]).toEqual([737, 90, 827])
    expect(transactions.filter(({ kind, status }) => kind === 'waiver' && status === 'done')).toHaveLength(
      183,
    )
  })

  it('Pioneer 2025 has trades of picks and budget only', () => {
    const trades = transactionsOf('1230537737975631872', 2025).filter(({ kind }) => kind === 'trade')
    expect(trades.find(({ id }) => id === '1239287685084889088')).toMatchObject({
      moves: [],
      budget: [{ fromTeamId: 11, toTeamId: 3, amount: 20 }],
      picks: [expect.anything(), expect.anything(), expect.anything()],
      week: 0,
    })
    expect(trades.find(({ id }) => id === '1281325647506989056')?.budget?.[0]?.amount).toBe(50)
  })

  it('Harborlight 2019 has 41 moves of its commissioners and a trade of three teams', () => {
    const transactions = transactionsOf('394148223893188608', 2019)
    expect(transactions.filter(({ isByManager }) => isByManager)).toHaveLength(41)
    const trade = transactions.find(({ id }) => id === '488049619268268032')
    expect(new Set(trade?.moves.flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId])).size).toBe(3)
  })
})
