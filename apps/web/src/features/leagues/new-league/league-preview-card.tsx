import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { Globe, Lock } from 'lucide-react'
import { useNow } from '../../../api/server-clock.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { LeagueNameForm } from './league-name-form.tsx'
import type { Cookies, LeaguePreview } from './use-new-league.ts'

type Props = {
  preview: LeaguePreview
  /** The ID that was looked for. It can be of an earlier season. */
  requestedId: string | null
  cookies: Cookies | null
  onCreated: (league: string) => void
  onChange: () => void
}

/** The league as its provider has it, with a button that creates it. */
export function LeaguePreviewCard({ preview, requestedId, cookies, onCreated, onChange }: Props) {
  const { teams, season, seasons } = preview
  const { label, hasIdPerSeason } = LEAGUE_PROVIDERS[preview.provider]
  return (
    <section className={`${ui.card} ${ui.stack16}`} aria-label={`League on ${label}`}>
      <header className={ui.stack8}>
        <h2 className={ui.breakable}>{preview.name ?? `${label} league ${preview.league_id}`}</h2>
        <Row as="p" wraps gap={4} className={ui.muted}>
          <span>Season {season}</span>
          <span>{formatCount(teams.length, 'team')}</span>
          <span>{describeSeasons(seasons)}</span>
          {/* Cookies are given only for a league that ESPN has denied. */}
          <Visibility isPublic={preview.read_with === 'given' ? false : preview.is_public} />
        </Row>
      </header>
      <SeasonNote
        season={season}
        platform={label}
        isOtherSeason={hasIdPerSeason && preview.league_id !== requestedId}
      />
      <LeagueNameForm
        suggestedName={preview.name}
        source={{ provider: preview.provider, leagueId: preview.league_id }}
        cookies={cookies}
        season={season}
        cancelLabel="Not my league"
        onCreated={onCreated}
        onCancel={onChange}
      />
      <Grid as="ul" min={240} gap={3}>
        {teams.map((team) => (
          <Row as="li" gap={3} key={team.team_id}>
            <Avatar name={team.name} src={team.logo} />
            <Stack as="span" gap={0} className={ui.breakable}>
              <span className={ui.strong}>{team.name}</span>
              <span className={ui.note}>{team.owners.length > 0 ? team.owners.join(', ') : 'No owner'}</span>
            </Stack>
          </Row>
        ))}
      </Grid>
    </section>
  )
}

/** 'Found 7 seasons, 2019–2025'. */
function describeSeasons(seasons: readonly number[]): string {
  const [first, last] = [Math.min(...seasons), Math.max(...seasons)]
  return `Found ${formatCount(seasons.length, 'season')}, ${first === last ? first : `${first}–${last}`}`
}

type SeasonNoteProps = { season: number; platform: string; isOtherSeason: boolean }

/** How old a league is that does not play any more, and which season an ID of a single season has led to. */
function SeasonNote({ season, platform, isOtherSeason }: SeasonNoteProps) {
  const current = seasonAt(useNow())
  const age = current - season
  if (age > 0)
    return (
      <Notice tone="warn">
        The newest season we found is {season}, {formatCount(age, 'year')} ago. If your league plays in{' '}
        {current}, paste the address of its {current} page on {platform} instead. You can add this one to it
        later, under “Sources” in Admin Tools.
      </Notice>
    )
  return isOtherSeason ? (
    <Notice tone="info">
      You entered another season of this league. Here is its newest one, {season}; all seasons are read.
    </Notice>
  ) : null
}

function Visibility({ isPublic }: { isPublic: boolean | null }) {
  if (isPublic === null) return null
  const Icon = isPublic ? Globe : Lock
  return (
    <Row as="span" gap={1}>
      <Icon size={16} aria-hidden="true" />
      {isPublic ? 'Public' : 'Private'}
    </Row>
  )
}
