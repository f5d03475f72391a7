import { describe, expect, it } from 'vitest'
import { CSV_COLUMNS, parseSeasonTable } from '../seasons/season-csv.ts'
import { NO_TABLE_ANSWERS, type OwnerTeamsMeaning } from '../seasons/table-row.ts'
import { type NamedTable, seasonFromTables } from './season-from-tables.ts'

const HEADERS = {
  standings: [...CSV_COLUMNS.standings, 'accounts'],
  scores: [...CSV_COLUMNS.scores, 'accounts'],
  owners: ['season', 'owner', 'account', 'commissioner'],
}

function tableOf(kind: keyof typeof HEADERS, rows: readonly string[]): NamedTable {
  const table = parseSeasonTable([HEADERS[kind], ...rows.map((row) => row.split('|'))])
  if (table.kind === 'invalid') throw new Error(JSON.stringify(table.problems))
  return { file: `${kind}.csv`, table }
}

function importTables(
  tables: { [Kind in keyof typeof HEADERS]?: readonly string[] },
  answer?: { owner: string; meaning: OwnerTeamsMeaning },
) {
  const named = (['scores', 'standings', 'owners'] as const).flatMap((kind) =>
    tables[kind] === undefined ? [] : [tableOf(kind, tables[kind])],
  )
  const { season, problems } = seasonFromTables(named, 2025, {
    ...NO_TABLE_ANSWERS,
    owners: answer === undefined ? [] : [answer],
  })
  const nameOf = (id: string) => season?.season.members.find(({ memberId }) => memberId === id)?.name
  return {
    teams: season?.season.teams.map(({ name, ownerIds }) => [name, ownerIds.map(nameOf)]),
    ids: season?.season.teams.flatMap(({ ownerIds }) => ownerIds),
    games: season?.season.games.length,
    questions: season?.questions,
    problems,
  }
}

const standing = (team: string, owner: string, accounts = '') =>
  `2025|${team}|${owner}|1|1|0|10|10||${accounts}`
const game = (week: number, first: string, second: string) => {
  const row = (team: string, points: number, other: string) =>
    `2025|${week}|${team}|${OWNERS[team]}|${points}|${other}||`
  return [row(first, 10, second), row(second, 9, first)]
}
const OWNERS: Readonly<Record<string, string>> = {
  Anchors: 'Bryce Twin',
  'Iron Anchors': 'Bryce Twin',
  Buoys: 'Kim Oak',
}

describe('owners in tables', () => {
  it('are distinguished by their accounts', () => {
    const owners = [
      '2025|Bryce Twin|{A}|yes',
      '2025|Bryce Twin|{B}|no',
      '2025|Kim Oak|{C}|no',
      '2025|KIM OAK|{D}|no',
      '2025|Ann & Bob|{E}|no',
      '2025|Cy Reed|{F}|no',
    ]
    const result = importTables({
      owners,
      standings: [
        standing('Anchors', 'Bryce Twin', '{A}'),
        standing('Buoys', 'Bryce Twin', '{B}'),
        standing('Cables', 'Kim Oak', '{C}'),
        standing('Docks', 'KIM OAK', '{D}'),
        standing('Eels', 'Ann & Bob', '{E}'),
        standing('Fins', 'Ann & Bob & Cy Reed', '{E} & {F}'),
      ],
    })
    expect(result).toMatchObject({ problems: [], questions: [] })
    expect(result.ids).toEqual(['{A}', '{B}', '{C}', '{D}', '{E}', '{E}', '{F}'])
    expect(result.teams).toEqual([
      ['Anchors', ['Bryce Twin']],
      ['Buoys', ['Bryce Twin']],
      ['Cables', ['Kim Oak']],
      ['Docks', ['KIM OAK']],
      ['Eels', ['Ann & Bob']],
      ['Fins', ['Ann & Bob', 'Cy Reed']],
    ])
  })

  it('can have the separator in a name that the table of owners has', () => {
    const standings = [standing('Anchors', 'Ann & Bob')]
    expect(importTables({ standings }).teams).toEqual([['Anchors', ['Ann', 'Bob']]])
    expect(importTables({ standings, owners: ['2025|Ann & Bob||no'] }).teams).toEqual([
      ['Anchors', ['Ann & Bob']],
    ])
  })

  it('are reported if their name is the one of several accounts', () => {
    const owners = ['2025|Bryce Twin|{A}|no', '2025|Bryce Twin|{B}|no']
    expect(importTables({ owners, standings: [standing('Anchors', 'Bryce Twin')] }).problems).toEqual([
      {
        file: 'standings.csv',
        row: 2,
        field: 'owner',
        detail:
          "Bryce Twin is the name of 2 owners. Add a column 'accounts' with the account of the one who has Anchors",
      },
    ])
  })

  it.each([
    ['with one name', 'Bryce Twin', 'Bryce Twin', ['csv:bryce-twin/anchors', 'csv:bryce-twin/buoys']],
    ['with names that differ in case', 'Kim Oak', 'KIM OAK', ['csv:kim-oak=Kim_Oak', 'csv:kim-oak=KIM_OAK']],
  ])('%s and several teams are asked about', (_, first, second, ids) => {
    const standings = [standing('Anchors', first), standing('Buoys', second)]
    const question = {
      kind: 'owner_teams',
      owner: first,
      teams: ['Anchors', 'Buoys'],
      choices: ['one_person', 'different_people'],
    }
    expect(importTables({ standings }).questions).toEqual([{ ...question, isAnswered: false }])
    const different = importTables({ standings }, { owner: first, meaning: 'different_people' })
    expect(different.questions).toEqual([{ ...question, isAnswered: true }])
    expect([different.ids, different.teams]).toEqual([
      ids,
      [
        ['Anchors', [first]],
        ['Buoys', [second]],
      ],
    ])
    const same = importTables({ standings }, { owner: first, meaning: 'one_person' })
    expect(new Set(same.ids).size).toBe(1)
  })
})

it('keeps different people apart whose names are spelled in several ways', () => {
  const OTHERS = { Anchors: ['Kim Oak', 'KIM OAK'], Buoys: ['Kim Oak', 'Kim Oak'] }
  const scores = [0, 1].flatMap((week) => [
    `2025|${week + 1}|Anchors|${OTHERS.Anchors[week]}|10|Buoys||`,
    `2025|${week + 1}|Buoys|${OTHERS.Buoys[week]}|9|Anchors||`,
  ])
  const { ids } = importTables({ scores }, { owner: 'Kim Oak', meaning: 'different_people' })
  expect(ids).toEqual(['csv:kim-oak/anchors', 'csv:kim-oak/buoys'])
})

describe('a team that changes its name', () => {
  const scores = [
    ...game(1, 'Anchors', 'Buoys'),
    ...game(2, 'Buoys', 'Iron Anchors'),
    ...game(3, 'Iron Anchors', 'Buoys'),
  ]

  it('is one team after the answer', () => {
    expect(importTables({ scores }).questions).toEqual([
      {
        kind: 'owner_teams',
        owner: 'Bryce Twin',
        teams: ['Anchors', 'Iron Anchors'],
        choices: ['renamed_team', 'one_person', 'different_people'],
        isAnswered: false,
      },
    ])
    const standings = [standing('Iron Anchors', 'Bryce Twin'), standing('Buoys', 'Kim Oak')]
    const answer = { owner: 'Bryce Twin', meaning: 'renamed_team' } as const
    expect(importTables({ scores, standings }, answer)).toMatchObject({
      problems: [],
      games: 3,
      teams: [
        ['Iron Anchors', ['Bryce Twin']],
        ['Buoys', ['Kim Oak']],
      ],
    })
  })

  it('stays two teams if the answer says so, or if both have scores in one week', () => {
    const answer = { owner: 'Bryce Twin', meaning: 'one_person' } as const
    expect(importTables({ scores }, answer).teams).toHaveLength(3)
    const both = [...scores, ...game(4, 'Anchors', 'Buoys')]
    expect(importTables({ scores: both }).questions).toMatchObject([
      { choices: ['one_person', 'different_people'] },
    ])
  })
})
