import { CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '@fieldhouse/simulator/testing/captures'
import { describe, expect, it } from 'vitest'
import { translateDraft } from './archive.ts'
import { translateSeason } from './season.ts'
import { ADA, REQUESTED } from './testing/bodies.ts'

// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped.
type Json = any

function buildPick(fields: Record<string, unknown> = {}) {
  const position = { overallPickNumber: 1, roundId: 1, roundPickNumber: 1, teamId: 1 }
  return { ...position, playerId: 4411, memberId: ADA, keeper: false, bidAmount: 0, ...fields }
}

function draftOf(picks: unknown, drafted: unknown = true) {
  return translateDraft({ id: 77, seasonId: 2024, draftDetail: { drafted, picks } }, REQUESTED)
}

describe('translateDraft', () => {
  it('returns the picks in draft order', () => {
    const laterPick = buildPick({
      overallPickNumber: 3,
      roundId: 2,
      roundPickNumber: 1,
      playerId: 9,
      teamId: 2,
    })
    expect(draftOf([laterPick, buildPick()])).toEqual({
      providerLeagueId: '77',
      season: 2024,
      isComplete: true,
      kind: null,
      picks: [
        {
          overall: 1,
          round: 1,
          inRound: 1,
          teamId: 1,
          playerId: 4411,
          memberId: ADA,
          isKeeper: false,
          bid: null,
        },
        {
          overall: 3,
          round: 2,
          inRound: 1,
          teamId: 2,
          playerId: 9,
          memberId: ADA,
          isKeeper: false,
          bid: null,
        },
      ],
    })
  })

  it.each([
    ['a keeper', { keeper: true }, { isKeeper: true }],
    ['a price', { bidAmount: 57 }, { bid: 57 }],
    ['an account ID without braces', { memberId: ADA.toLowerCase().slice(1, -1) }, { memberId: ADA }],
    ['a pick without a member', { memberId: undefined }, { memberId: null }],
    ['a defense', { playerId: -16_033 }, { playerId: -16_033 }],
  ])('translates %s', (_, fields, expected) => {
    expect(draftOf([buildPick(fields)]).picks).toEqual([expect.objectContaining(expected)])
  })

  it('returns only keepers before the draft', () => {
    const keeperPick = buildPick({ overallPickNumber: 2, keeper: true })
    const { isComplete, picks } = draftOf([buildPick({ playerId: -1 }), keeperPick], false)
    expect(isComplete).toBe(false)
    expect(picks.map((pick) => pick.overall)).toEqual([2])
  })

  it.each([[undefined], [null], [[]]])('returns no picks when picks are %s', (picks) => {
    expect(draftOf(picks).picks).toEqual([])
  })

  it('rejects another season and invalid picks', () => {
    expect(() => translateDraft({ id: 77, seasonId: 2023 }, REQUESTED)).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
    expect(() => draftOf([buildPick({ playerId: 'x' })])).toThrow(
      expect.objectContaining({ failure: 'unexpected_shape', message: expect.stringContaining('playerId') }),
    )
  })
})

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_CAPTURES)('recorded drafts', () => {
  it.each([
    ['league-368876/2015/mDraftDetail.json', 368876, 2015] as const,
    ['league-368876/2018/mDraftDetail.json', 368876, 2018] as const,
    ['league-899513/2020/mDraftDetail.json', 899513, 2020] as const,
    ...[2020, 2021, 2022, 2023, 2024, 2025, 2026].map(
      (year) => [`league-18254195/${year}/combined.json`, 18254195, year] as const,
    ),
  ])('%s is translated completely', (file, leagueId, season) => {
    const json = readCapture(file) as Json
    const { draftDetail } = Array.isArray(json) ? json[0] : json
    const draft = translateDraft(json, { leagueId: String(leagueId), season })
    expect(draft.isComplete).toBe(draftDetail.drafted)
    const made = draftDetail.picks.filter((pick: Json) => pick.playerId !== -1)
    expect(draft.picks).toHaveLength(made.length)
    for (const raw of made) {
      expect(draft.picks[raw.overallPickNumber - 1]).toMatchObject({
        overall: raw.overallPickNumber,
        round: raw.roundId,
        teamId: raw.teamId,
        playerId: raw.playerId,
        isKeeper: raw.keeper,
        bid: null,
      })
    }
  })

  it('2015: the account ID gets braces, and one account that is not a member entered every pick', () => {
    const [raw] = readCapture('league-368876/2015/mDraftDetail.json') as Json
    const [{ memberId }] = raw.draftDetail.picks
    expect(memberId).not.toContain('{')
    const requested = { leagueId: '368876', season: 2015 }
    const { picks } = translateDraft([raw], requested)
    expect(new Set(picks.map((pick) => pick.memberId))).toEqual(new Set([`{${memberId.toUpperCase()}}`]))
    const { members } = translateSeason([readCapture('league-368876/2015/mTeam.json')], requested)
    expect(members.map((member) => member.memberId)).not.toContain(picks[0]?.memberId)
  })

  it('2020: picks have a member of the season, or none when they were made automatically', () => {
    const json = readCapture('league-18254195/2020/combined.json') as Json
    const members = new Set(json.members.map((member: Json) => member.id))
    const { picks } = translateDraft(json, { leagueId: '18254195', season: 2020 })
    expect(picks.filter((pick) => pick.memberId === null)).toHaveLength(16)
    expect(picks.filter((pick) => pick.memberId !== null && !members.has(pick.memberId))).toEqual([])
  })

  it('2020: 104 of 220 picks are keepers, in a draft without members', () => {
    const draft = translateDraft(readCapture('league-899513/2020/mDraftDetail.json'), {
      leagueId: '899513',
      season: 2020,
    })
    expect(draft.picks.filter((pick) => pick.isKeeper)).toHaveLength(104)
    expect(draft.picks.filter((pick) => pick.memberId !== null)).toEqual([])
  })

  it.each([
    [899513, 2020, 'mDraftDetail.json', null],
    [18254195, 2024, 'combined.json', 'snake'],
  ])(
    'league %i of %i has the kind that ESPN states, and none of a draft held elsewhere',
    (league, season, file, kind) => {
      const json = readCapture(`league-${league}/${season}/${file}`)
      expect(translateDraft(json, { leagueId: `${league}`, season }).kind).toBe(kind)
    },
  )

  it('2026: 150 slots without players before the draft are not picks', () => {
    const json = readCapture('league-18254195/2026/combined.json') as Json
    expect(json.draftDetail.picks).toHaveLength(150)
    expect(translateDraft(json, { leagueId: '18254195', season: 2026 })).toMatchObject({
      isComplete: false,
      picks: [],
    })
  })
})
