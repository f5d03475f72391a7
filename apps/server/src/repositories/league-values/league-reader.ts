import type { DataKind } from '@fieldhouse/contract/operation'
import type { Db } from '../../database/engine/database.ts'
import type { LeagueMemory } from '../../database/engine/league-memory.ts'
import { inSnapshot } from '../../database/engine/transaction.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import { selectAssignments } from '../leagues/assignment-reader.ts'
import { loadDisplayNames } from '../leagues/display-names.ts'
import { listSeasons } from '../season-documents/stored-seasons.ts'
import { listLogoColors } from '../seasons/logo-color-store.ts'
import { League, type LeaguePeople, LeagueSeasons, type StoredLeague } from './league.ts'

/** Reads leagues at their current versions. The same values as long as nothing has changed. */
export interface LeagueReader {
  get(leagueId: number): Promise<League>
  /** The league without its people, which is the same for longer, and needs no cache rule for them. */
  seasons(leagueId: number): Promise<LeagueSeasons>
}

const SEASONS: readonly DataKind[] = ['season']
const WITH_PEOPLE: readonly DataKind[] = ['season', 'league', 'people']

export function leagueReader(db: Db, memory: LeagueMemory, images: Pick<ImagePaths, 'ofLogo'>): LeagueReader {
  const seasons = (leagueId: number) =>
    memory.get(
      leagueId,
      SEASONS,
      'seasons',
      async (count) => new LeagueSeasons(count(await readSeasons(db, leagueId)), images.ofLogo, count),
    )
  return {
    seasons,
    get: (leagueId) =>
      memory.get(
        leagueId,
        WITH_PEOPLE,
        'value',
        async (count) => new League(await seasons(leagueId), count(await readPeople(db, leagueId)), count),
      ),
  }
}

function readSeasons(db: Db, leagueId: number): Promise<StoredLeague> {
  return inSnapshot(db, async (snapshot) => {
    const seasons = await listSeasons(snapshot, leagueId)
    const merges = await snapshot
      .selectFrom('owner_merges')
      .select(['member_id as memberId', 'person_id as personId'])
      .where('league_id', '=', leagueId)
      .orderBy('id')
      .execute()
    const exclusions = await snapshot
      .selectFrom('record_exclusions')
      .select(['season', 'reason'])
      .where('league_id', '=', leagueId)
      .execute()
    const refresh = await snapshot
      .selectFrom('refreshes')
      .select(['season', 'last_error as error'])
      .where('league_id', '=', leagueId)
      .executeTakeFirst()
    return {
      leagueId,
      seasons,
      merges,
      exclusions: new Map(exclusions.map(({ season, reason }) => [season, reason])),
      logoColors: await listLogoColors(
        snapshot,
        seasons.flatMap(({ teams }) => teams),
      ),
      refresh: refresh ?? null,
    }
  })
}

async function readPeople(db: Db, leagueId: number): Promise<LeaguePeople> {
  const assignments = await selectAssignments(db, [leagueId])
  const names = await loadDisplayNames(
    db,
    leagueId,
    assignments.map(({ userId }) => userId),
  )
  const people = assignments.map(({ userId, username }) => ({
    userId,
    username,
    name: names.get(userId) ?? username,
  }))
  return { assignments, people: new Map(people.map((person) => [person.userId, person])) }
}
