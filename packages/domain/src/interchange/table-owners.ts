import { normalizeName, slugify } from '../names.ts'
import type { OwnerRow, ScoreRow, StandingRow } from '../seasons/season-csv.ts'
import { fileMemberId, splitNames, type TableOwner, type TeamRow } from '../seasons/season-from-csv.ts'
import type { OwnerAnswer, OwnerTeamsQuestion } from '../seasons/table-row.ts'

type OwnerProblem = { row: number; field: string; detail: string }

/**
 * Finds the people behind the names in the tables of one season. An owner's account is in the row of the team, or in the
 * table of owners. A name without one that several teams have can be one person or several, and a team whose weeks end
 * where another team of the same owner begins can have been renamed: these are questions.
 */
export function findTableOwners(
  {
    scores,
    standings,
    owners,
  }: {
    scores: readonly ScoreRow[]
    standings: readonly StandingRow[]
    owners: readonly OwnerRow[]
  },
  answers: readonly OwnerAnswer[],
) {
  // One table with the accounts of a team is enough.
  const withAccounts = new Map(
    [...scores, ...standings].flatMap((row) =>
      row.accounts === '' ? [] : [[normalizeName(row.team), row] as const],
    ),
  )
  const found = new Map<string, ReturnType<typeof findOwners>>()
  const find = (row: TeamRow) => {
    const { owner, accounts } = withAccounts.get(normalizeName(row.team)) ?? row
    const key = JSON.stringify([row.team, owner, accounts])
    const known = found.get(key) ?? findOwners({ ...row, owner, accounts }, owners)
    found.set(key, known)
    return known
  }
  const groups = groupTeams([...scores, ...standings], find)
  const standingNames = new Set(standings.map(({ team }) => normalizeName(team)))
  const decisions = [...groups.values()].flatMap((group) => {
    const names = [...group.teams.values()]
    if (names.length < 2) return []
    const isRenamable =
      names.filter(({ key }) => standingNames.has(key)).length < 2 &&
      followEachOther(names.map(({ weeks }) => weeks))
    const choices: OwnerTeamsQuestion['choices'] = [
      ...(isRenamable ? (['renamed_team'] as const) : []),
      'one_person',
      ...(group.hasAccount ? [] : (['different_people'] as const)),
    ]
    if (choices.length < 2) return []
    const teams = names.map(({ name }) => name)
    const given = answers.find(({ owner }) => normalizeName(owner) === normalizeName(group.name))?.meaning
    const answer = choices.find((choice) => choice === given)
    const question = {
      kind: 'owner_teams' as const,
      owner: group.name,
      teams,
      choices,
      isAnswered: answer !== undefined,
    }
    return [{ group, names, question, meaning: answer ?? choices[0] }]
  })
  const renamed = new Map(
    decisions.flatMap(({ names, meaning }) => {
      const last = names.toSorted((a, b) => Math.max(...a.weeks) - Math.max(...b.weeks)).at(-1)?.name ?? ''
      return meaning === 'renamed_team' ? names.map(({ key }) => [key, last] as const) : []
    }),
  )
  const different = new Map(
    decisions.flatMap(({ group, meaning }) =>
      meaning === 'different_people' ? [[group.memberId, group] as const] : [],
    ),
  )
  return {
    ownersOf: (row: TeamRow): TableOwner[] =>
      find(row).owners.map((owner) => {
        const group = different.get(owner.memberId)
        return group === undefined ? owner : { ...owner, memberId: idOfOne(owner, row, group) }
      }),
    /** The name at the end of the season of a team that was renamed; other names as they are. */
    nameOf: (team: string) => renamed.get(normalizeName(team)) ?? team,
    questions: decisions.map(({ question }) => question),
    /** Owners of whom the tables do not say which account they are. */
    problemsOf: (row: TeamRow) => find(row).problems,
  }
}

type OwnerGroup = {
  memberId: string
  /** As it is written first. */
  name: string
  hasAccount: boolean
  teams: Map<string, OwnedTeam>
}

type OwnedTeam = { key: string; name: string; owner: string; weeks: number[] }

/** The teams of each owner, in the order of their rows. */
function groupTeams(
  rows: readonly (ScoreRow | StandingRow)[],
  find: (row: TeamRow) => { owners: TableOwner[] },
): Map<string, OwnerGroup> {
  const groups = new Map<string, OwnerGroup>()
  for (const row of rows) {
    for (const { memberId, name, hasAccount } of find(row).owners) {
      const group = groups.get(memberId) ?? {
        memberId,
        name,
        hasAccount,
        teams: new Map<string, OwnedTeam>(),
      }
      groups.set(memberId, group)
      const key = normalizeName(row.team)
      const team: OwnedTeam = group.teams.get(key) ?? { key, name: row.team, owner: name, weeks: [] }
      group.teams.set(key, team)
      if ('week' in row) team.weeks.push(row.week)
    }
  }
  return groups
}

/** Whether each team has weeks, and all of them are before the first week of the next team. */
function followEachOther(weeks: readonly (readonly number[])[]): boolean {
  const sorted = weeks.toSorted((a, b) => Math.min(...a) - Math.min(...b))
  return sorted.every(
    (own, index) => own.length > 0 && Math.min(...(sorted[index + 1] ?? [Infinity])) > Math.max(...own),
  )
}

/** The ID of one of several people with a name: by its spelling, or by the team if they are spelled alike. */
function idOfOne({ memberId }: TableOwner, { team }: TeamRow, { teams }: OwnerGroup): string {
  const spelling = teams.get(normalizeName(team))?.owner
  const spellings = new Set([...teams.values()].map(({ owner }) => owner))
  return spelling !== undefined && spellings.size === teams.size
    ? `${memberId}=${spelling.replace(/\s+/gu, '_')}`
    : `${memberId}/${slugify(team) || normalizeName(team).replace(/\s+/gu, '_')}`
}

function findOwners(row: TeamRow, listed: readonly OwnerRow[]) {
  const problems: OwnerProblem[] = []
  const ids = splitNames(row.accounts)
  if (ids.length > 0) {
    const names = ids.length === 1 ? [row.owner] : splitNames(row.owner)
    const owners = ids.map((memberId, index): TableOwner => {
      const name = listed.find(({ account }) => account === memberId)?.owner
      if (name === undefined && names.length !== ids.length) {
        const detail = `'${row.owner}' does not have as many names as there are accounts. Add the accounts to the table of owners`
        problems.push({ row: row.row, field: 'accounts', detail })
      }
      return { memberId, name: name ?? names[index] ?? memberId, hasAccount: true }
    })
    return { owners: distinct(owners), problems }
  }
  // A name can contain the separator.
  const isOneName = listed.some(({ owner }) => normalizeName(owner) === normalizeName(row.owner))
  const owners = (isOneName ? [row.owner] : splitNames(row.owner)).map((name): TableOwner => {
    const memberId = fileMemberId(name)
    const similar = listed.filter(({ owner }) => fileMemberId(owner) === memberId)
    const exact = similar.filter(({ owner }) => owner === name)
    const candidates = exact.length > 0 ? exact : similar
    if (candidates.length > 1) {
      const detail = `${name} is the name of ${candidates.length} owners. Add a column 'accounts' with the account of the one who has ${row.team}`
      problems.push({ row: row.row, field: 'owner', detail })
    }
    const account = candidates.length === 1 ? (candidates[0]?.account ?? null) : null
    return { memberId: account ?? memberId, name, hasAccount: account !== null }
  })
  return { owners: distinct(owners), problems }
}

function distinct(owners: readonly TableOwner[]): TableOwner[] {
  return [...new Map(owners.map((owner) => [owner.memberId, owner])).values()]
}
