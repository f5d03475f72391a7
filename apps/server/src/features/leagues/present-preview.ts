import type { previewLeague } from '@fieldhouse/contract/league-preview'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { SeasonTeam } from '@fieldhouse/domain/seasons/season'
import type { ImagePaths } from '../../images/image-paths.ts'
import type { LeaguePreview } from '../../providers/league-provider.ts'

type PreviewResponse = ResponseOf<typeof previewLeague>

export function presentPreview(
  { season, knownSeasons }: LeaguePreview,
  {
    provider,
    readWith,
    images,
  }: { provider: ProviderName; readWith: PreviewResponse['read_with']; images: ImagePaths },
): PreviewResponse {
  const names = new Map(season.members.map(({ memberId, name }) => [memberId, name]))
  return {
    provider,
    league_id: season.providerLeagueId,
    espn_league_id: provider === 'espn' ? Number(season.providerLeagueId) : null,
    name: season.name,
    season: season.season,
    seasons: knownSeasons.seasons,
    denied_seasons: knownSeasons.denied,
    is_public: season.isPublic,
    read_with: readWith,
    teams: season.teams
      .toSorted((a, b) => a.teamId - b.teamId)
      .map((team) => ({
        team_id: team.teamId,
        name: team.name,
        abbrev: team.abbrev,
        logo: images.ofLogo(team.logo),
        owners: primaryOwnerFirst(team).flatMap((id) => names.get(id) ?? []),
      })),
  }
}

function primaryOwnerFirst({ primaryOwnerId, ownerIds }: SeasonTeam): string[] {
  return ownerIds.toSorted((a, b) => Number(b === primaryOwnerId) - Number(a === primaryOwnerId))
}
