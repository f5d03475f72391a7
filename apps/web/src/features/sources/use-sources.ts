import type { READ_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { jobsQuery, leagueQuery, leagueQueryKey, useChange, useSend } from '../../api/operations.ts'

export type Source = ApiResponse<'GET /api/league/:league/sources/'>['sources'][number]

export const sourcesQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/sources/', ['sources'], { league })

/** A source to add, or the range of the one with this ID. An open end is null. */
export type SourceChange = { from: number | null; to: number | null } & (
  | { provider: (typeof READ_PROVIDERS)[number]; league_id: string }
  | { id: number }
)

/** Adds or edits a source. With `preview`, it only asks which sources there would be. */
export const useChangeSource = (league: string, { preview }: { preview: boolean }) =>
  useChange(
    (change: SourceChange) =>
      'id' in change
        ? apiClient('POST /api/league/:league/sources/edit/', {
            params: { league },
            body: { ...change, preview },
          })
        : apiClient('POST /api/league/:league/sources/', {
            params: { league },
            body: { ...change, preview },
          }),
    // The league's ID at ESPN, which other screens show, can change as well.
    { onSuccess: preview ? [] : [leagueQueryKey(league)] },
  )

export const useRemoveSource = (league: string) =>
  useSend(
    'POST /api/league/:league/sources/remove/',
    (id: number) => ({ params: { league }, body: { id } }),
    { onSuccess: [leagueQueryKey(league)] },
  )

/** Starts to read the seasons of a source that are not stored, in a job. */
export const useReadSeasons = (league: string) =>
  useSend(
    'POST /api/league/:league/seasons/read/',
    ({ first_season: from, last_season: to }: Source) => ({ params: { league }, body: { from, to } }),
    { onSettled: [jobsQuery(league).queryKey] },
  )
