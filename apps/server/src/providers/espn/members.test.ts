import { describe, expect, it } from 'vitest'
import { translateSeason } from './season.ts'
import { ADA, BEN, buildBody, buildTeam, CLEO, REQUESTED } from './testing/bodies.ts'

function membersIn(members: unknown[]) {
  return translateSeason([buildBody({ members })], REQUESTED).members
}

describe('a member', () => {
  it.each([
    [{ firstName: 'Ada', lastName: 'Marlow', displayName: 'adam7' }, 'Ada Marlow'],
    [{ firstName: ' Ada ', lastName: 'van  der Mar ' }, 'Ada van der Mar'],
    [{ firstName: 'Ada' }, 'Ada'],
    [{ firstName: '', lastName: ' ', displayName: ' adam7 ' }, 'adam7'],
    [{ displayName: 'espn12345678' }, 'espn12345678'],
    [{ firstName: 7, displayName: 'adam7' }, 'adam7'],
    [{}, 'Unknown owner'],
  ])('with %j is named %s', (names, name) => {
    expect(membersIn([{ id: ADA, ...names }])[0]).toMatchObject({ memberId: ADA, name })
  })

  it('has a normalized account id in uppercase and braces', () => {
    const unnormalizedId = ADA.slice(1, -1).toLowerCase()
    const teams = [buildTeam({ owners: [ADA], primaryOwner: unnormalizedId })]
    const season = translateSeason(
      [buildBody({ members: [{ id: unnormalizedId, firstName: 'Ada' }], teams })],
      REQUESTED,
    )
    expect(season.members.map((member) => member.memberId)).toEqual([ADA])
    expect(season.teams[0]?.ownerIds).toEqual([ADA])
  })

  it('without a valid account id is skipped without rejecting the season', () => {
    const members = [{ firstName: 'Nobody' }, null, { id: 12 }, { id: ADA, firstName: 'Ada' }]
    expect(membersIn(members).map((member) => member.name)).toContain('Ada')
    expect(membersIn(members).map((member) => member.name)).not.toContain('Nobody')
  })
})

describe('the commissioner flags of members', () => {
  it('are merged with the names from another request', () => {
    const named = buildBody({ members: [{ id: ADA, firstName: 'Ada', lastName: 'Marlow' }] })
    const flagged = {
      members: [{ id: ADA, displayName: 'adam7', isLeagueManager: true, isLeagueCreator: false }],
    }
    const season = translateSeason([named, flagged], REQUESTED)
    expect(season.members[0]).toEqual({
      memberId: ADA,
      name: 'Ada Marlow',
      isManager: true,
      isCreator: false,
    })
    expect(season.findings.map((finding) => finding.code)).not.toContain('commissioner_unknown')
  })

  it('are reported as missing when no member has a flag', () => {
    const members = [{ id: ADA }, { id: BEN }]
    const codes = translateSeason([buildBody({ members })], REQUESTED).findings.map((finding) => finding.code)
    expect(codes).toEqual(['commissioner_unknown'])
  })

  it('may be set for the league creator only', () => {
    const members = [
      { id: ADA, isLeagueManager: false, isLeagueCreator: true },
      { id: BEN, isLeagueManager: false },
    ]
    const season = translateSeason([buildBody({ members })], REQUESTED)
    expect(season.members.map(({ isManager, isCreator }) => [isManager, isCreator])).toEqual([
      [false, true],
      [false, false],
    ])
    expect(season.findings).toEqual([])
  })
})

describe('the owners of a team', () => {
  it.each([
    ['the only owner', { owners: [ADA], primaryOwner: ADA }, [ADA]],
    ['the primary owner first, even if not owners[0]', { owners: [ADA, BEN], primaryOwner: BEN }, [BEN, ADA]],
    ['the other owners sorted by id', { owners: [CLEO, BEN, ADA], primaryOwner: BEN }, [BEN, ADA, CLEO]],
    ['the primary owner when the list omits it', { owners: [], primaryOwner: ADA }, [ADA]],
    ['sorted by id without a primary owner', { owners: [BEN, ADA] }, [ADA, BEN]],
    ['empty for an empty list', { owners: [] }, []],
    ['empty when the list is missing', { owners: undefined }, []],
    [
      'a member first, if the primary owner is none',
      { owners: [CLEO, BEN, ADA], primaryOwner: CLEO },
      [ADA, BEN, CLEO],
    ],
    [
      'without a primary owner who is neither an owner nor a member',
      { owners: [BEN], primaryOwner: CLEO },
      [BEN],
    ],
    ['the primary owner if nobody is a member', { owners: [], primaryOwner: CLEO }, [CLEO]],
    ['unique', { owners: [ADA, ADA.toLowerCase()], primaryOwner: ADA }, [ADA]],
  ])('are %s', (_, owners, ownerIds) => {
    const [team] = translateSeason([buildBody({ teams: [buildTeam(owners)] })], REQUESTED).teams
    expect(team).toMatchObject({ ownerIds, primaryOwnerId: ownerIds[0] ?? null })
  })

  it('get a placeholder member and a finding when no member entry describes them', () => {
    const teams = [
      buildTeam({ id: 1, name: 'Fumblers', owners: [CLEO] }),
      buildTeam({ id: 2, owners: [CLEO, ADA] }),
    ]
    const season = translateSeason([buildBody({ teams })], REQUESTED)
    const placeholder = { memberId: CLEO, name: 'Unknown owner', isManager: false, isCreator: false }
    expect(season.members.filter((member) => member.memberId === CLEO)).toEqual([placeholder])
    expect(season.findings.map((finding) => finding.code)).toEqual(['unknown_owner', 'unknown_owner'])
    expect(season.findings[0]?.detail).toContain('Fumblers')
  })

  it('stay separate when one person has two accounts with the same name', () => {
    const members = [
      { id: ADA, firstName: 'Ada', lastName: 'Marlow', isLeagueManager: false },
      { id: BEN, firstName: 'ada', lastName: 'marlow', isLeagueManager: false },
    ]
    const season = translateSeason(
      [buildBody({ members, teams: [buildTeam({ owners: [ADA, BEN] })] })],
      REQUESTED,
    )
    expect(season.teams[0]?.ownerIds).toEqual([ADA, BEN])
    expect(season.members).toHaveLength(2)
  })
})
