import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { parseLeagueEntry } from '@fieldhouse/domain/league/provider-input'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { Globe, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ApiError, getFieldErrors, getFormErrorMessage, hasErrorCode } from '../../../api/api-client.ts'
import type { BodyOf } from '../../../api/operations.ts'
import { useNow } from '../../../api/page-environment.ts'
import { CREATED_LEAGUE_VIEW, useRouter } from '../../../router/router.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { ErrorNotice, Loaded, Notice, Skeleton } from '../../../ui/feedback/feedback.tsx'
import { formatCount } from '../../../ui/format/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Card, Fill, Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { useCreateLeague } from '../use-leagues.ts'
import { CookieSteps, Steps } from './cookie-steps.tsx'
import { LeagueEntryForm } from './league-entry-form.tsx'
import {
  type Cookies,
  type LeagueOfUser,
  type LeaguePreview,
  leaguesOfUserQuery,
  previewQuery,
  toCookieText,
} from './use-new-league.ts'

/** `entry` is the league or the user to look for, as `formatLeagueEntry` writes it; null before it is entered. */
export function FindLeague({ entry }: { entry: string | null }) {
  const router = useRouter()
  const onFind = (view: string | null) => router.navigate({ route: 'new-league', view })
  const [given, setGiven] = useState<{ entry: string | null; cookies: Cookies } | null>(null)
  const cookies = given !== null && given.entry === entry ? given.cookies : null
  const setCookies = (newCookies: Cookies) => setGiven({ entry, cookies: newCookies })
  const parsed = entry === null ? null : parseLeagueEntry(entry, null)
  const username = parsed?.kind === 'user' ? parsed.username : ''
  const preview = useQuery(previewQuery(parsed?.kind === 'league' ? parsed : null, cookies))
  const ofUser = useQuery(leaguesOfUserQuery(username, null))
  const looked = username === '' ? preview : ofUser
  const fieldErrors = getFieldErrors(looked.error)
  const isUnknownUser = fieldErrors['username'] !== undefined
  // While they are tried, the form stays.
  const needsCookies =
    isAboutCookies(preview.error) || (cookies !== null && preview.isFetching && preview.data === undefined)
  const deniedSeasons = preview.data?.denied_seasons ?? []
  return (
    <>
      <Steps current="Find your league" />
      <Card>
        <LeagueEntryForm
          entry={entry}
          problem={fieldErrors['league_id'] ?? fieldErrors['username']}
          isPending={looked.isFetching}
          isSecondary={needsCookies || looked.data !== undefined || parsed?.kind === 'files'}
          onFind={(found) =>
            found !== null && found === entry && parsed?.kind !== 'files'
              ? void looked.refetch()
              : onFind(found)
          }
        />
        {username === '' && preview.isError && Object.keys(fieldErrors).length === 0 ? (
          <div className={ui.subsection}>
            <ErrorNotice error={preview.error} fallback="We couldn't look for this league" />
            <div>
              <Button onClick={() => void preview.refetch()} disabled={preview.isFetching}>
                Try again
              </Button>
            </div>
          </div>
        ) : null}
      </Card>
      {parsed?.kind === 'files' ? <LeagueFromFiles platform={parsed.platform} /> : null}
      {username === '' || isUnknownUser ? null : (
        <LeaguesOfUser key={username} username={username} onChoose={onFind} />
      )}
      {preview.isFetching && !needsCookies && preview.data === undefined ? (
        <Skeleton label="Looking for the league" rows={4} height={56} />
      ) : null}
      {needsCookies ? (
        <CookieSteps
          key={entry}
          title="This league is private"
          problem={cookies === null ? undefined : fieldErrors['cookies']}
          isPending={preview.isFetching}
          submitLabel="Show the league"
          onSubmit={setCookies}
        >
          ESPN shows it only to its members. Copy the two cookies of somebody who is in the league; we store
          them encrypted, and only if you create the league.
        </CookieSteps>
      ) : null}
      {preview.data === undefined ? null : (
        <>
          <LeaguePreviewCard
            key={entry}
            preview={preview.data}
            requestedId={parsed?.kind === 'league' ? parsed.leagueId : null}
            cookies={cookies}
          />
          {deniedSeasons.length > 0 && cookies === null ? (
            <CookieSteps
              key={`${entry} denied`}
              title={`ESPN doesn't show the ${deniedSeasons.join(' and ')} season${deniedSeasons.length > 1 ? 's' : ''}`}
              problem={undefined}
              isPending={preview.isFetching}
              submitLabel="Look again"
              onSubmit={setCookies}
            >
              If your league plays this year, it has become private. Add the cookies of a member.
            </CookieSteps>
          ) : null}
        </>
      )}
      <OtherStarts />
    </>
  )
}

function isAboutCookies(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'league_private' || error.code === 'cookies_refused')
}

function OtherStarts() {
  const router = useRouter()
  return (
    <details className={ui.link}>
      <summary>Other ways to start</summary>
      <Stack gap={3}>
        <Stack as="ul" gap={2}>
          <li>
            <strong>A league of NFL.com, Yahoo, CBS or a spreadsheet:</strong> paste the address of its page
            above. Its seasons come as tables or files.
          </li>
          <li>
            <strong>A league of another Fieldhouse:</strong> import its archive under “Import League”.
          </li>
        </Stack>
        <div>
          <Button onClick={() => router.navigate({ route: 'admin' })}>Open Admin Tools</Button>
        </div>
      </Stack>
    </details>
  )
}

function LeagueFromFiles({ platform }: { platform: string }) {
  return (
    <Card title={`A league from ${platform}`} gap={4}>
      <p>
        Fieldhouse can't read {platform}, so you bring the seasons yourself. Standings and weekly scores are
        enough for history, records and head-to-head.
      </p>
      <Stack as="ol" gap={2} className={ui.numbered}>
        <li>Create the league here, with its name only.</li>
        <li>Copy a table of {platform}, such as the standings of a season, and paste it.</li>
        <li>Or upload CSV or league files, with drafts, transactions and lineups if you have them.</li>
      </Stack>
      <LeagueNameForm source={null} cancelLabel="Cancel" />
    </Card>
  )
}

type LeaguePreviewCardProps = {
  preview: LeaguePreview
  /** The ID that was looked for. It can be of an earlier season. */
  requestedId: string | null
  cookies: Cookies | null
}

function LeaguePreviewCard({ preview, requestedId, cookies }: LeaguePreviewCardProps) {
  const { teams, season, seasons } = preview
  const { label, hasIdPerSeason } = LEAGUE_PROVIDERS[preview.provider]
  return (
    <Stack as="section" className={ui.card} aria-label={`League on ${label}`}>
      <Stack as="header" gap={2}>
        <h2 className={ui.breakable}>{preview.name ?? `${label} league ${preview.league_id}`}</h2>
        <Row as="p" wraps gap={4} className={ui.muted}>
          <span>Season {season}</span>
          <span>{formatCount(teams.length, 'team')}</span>
          <span>{describeSeasons(seasons)}</span>
          {/* Cookies are given only for a league that ESPN has denied. */}
          <Visibility isPublic={preview.read_with === 'given' ? false : preview.is_public} />
        </Row>
      </Stack>
      <SeasonNote
        season={season}
        platform={label}
        isOtherSeason={hasIdPerSeason && preview.league_id !== requestedId}
      />
      <LeagueNameForm
        suggestedName={preview.name}
        source={{ provider: preview.provider, league_id: preview.league_id }}
        cookies={toCookieText(cookies)}
        reads_season={season}
        cancelLabel="Not my league"
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
    </Stack>
  )
}

function describeSeasons(seasons: readonly number[]): string {
  const [first, last] = [Math.min(...seasons), Math.max(...seasons)]
  return `Found ${formatCount(seasons.length, 'season')}, ${first === last ? first : `${first}–${last}`}`
}

type SeasonNoteProps = { season: number; platform: string; isOtherSeason: boolean }

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

type LeagueNameFormProps = Omit<BodyOf<'POST /api/create-league/'>, 'name'> & {
  suggestedName?: string | null
  cancelLabel: string
}

function LeagueNameForm({ suggestedName, cancelLabel, ...rest }: LeagueNameFormProps) {
  const router = useRouter()
  const create = useCreateLeague()
  const form = useForm({
    initial: { name: suggestedName ?? '' },
    mutation: create,
    check: ({ name }) => ({ name: name.trim() === '' ? 'League name required.' : undefined }),
    toRequest: ({ name }) => ({ ...rest, name: name.trim() }),
    clears: false,
    onSent: (_, { name }) => router.replace({ route: 'new-league', league: name, view: CREATED_LEAGUE_VIEW }),
  })
  const name = form.field('name')
  const isTaken = hasErrorCode(create.error, 'league_name_taken')
  return (
    <ActionForm
      form={form}
      label="Create league"
      action="Create league"
      busy="Creating…"
      fallback={(error) => (isTaken ? null : getFormErrorMessage(error, 'Something went wrong.'))}
      others={
        <Button onClick={() => router.navigate({ route: 'new-league', view: null })}>{cancelLabel}</Button>
      }
      noValidate
    >
      <TextField
        {...name}
        label="League name"
        problem={isTaken ? create.error?.message : name.problem}
        hint="You can change it later."
        autoComplete="off"
      />
    </ActionForm>
  )
}

/** Sleeper's first leagues. */
const FIRST_SEASON = 2017

type LeaguesOfUserProps = {
  username: string
  onChoose: (leagueId: string) => void
}

/** The leagues of a Sleeper user by season, the newest season with leagues first. Earlier ones are read one by one. */
export function LeaguesOfUser({ username, onChoose }: LeaguesOfUserProps) {
  const newest = useQuery(leaguesOfUserQuery(username, null))
  const [earlier, setEarlier] = useState(0)
  return (
    <Stack as="section" className={ui.card} aria-label={`Leagues of ${username}`}>
      <h2 className={ui.breakable}>Leagues of {username}</h2>
      <Loaded query={newest} name={`the leagues of ${username}`} rows={2} height={52}>
        {({ season, leagues }) =>
          leagues.length === 0 ? (
            <p className={ui.note}>
              {username} has no leagues on Sleeper. New ones show up once they are created there.
            </p>
          ) : (
            <>
              <Season season={season}>
                <Choices leagues={leagues} onChoose={onChoose} />
              </Season>
              {Array.from({ length: earlier }, (_, index) => season - index - 1).map((year) => (
                <SeasonOfUser
                  key={year}
                  username={username}
                  season={year}
                  isNextNewest={year === season - 1}
                  onChoose={onChoose}
                />
              ))}
              {season - earlier > FIRST_SEASON ? (
                <div>
                  <Button onClick={() => setEarlier(earlier + 1)}>Show {season - earlier - 1}</Button>
                </div>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Stack>
  )
}

type SeasonProps = LeaguesOfUserProps & { season: number; isNextNewest: boolean }

function SeasonOfUser({ username, season, isNextNewest, onChoose }: SeasonProps) {
  const query = useQuery(leaguesOfUserQuery(username, season))
  // The league of the next season leads to this one as well.
  const next = useQuery({
    ...leaguesOfUserQuery(username, isNextNewest ? null : season + 1),
    enabled: false,
  })
  const continued = new Set(next.data?.leagues.map((league) => league.previous_league_id))
  return (
    <Season season={season}>
      <Loaded query={query} name={`the leagues of ${season}`} rows={2} height={52}>
        {({ leagues }) => {
          const own = leagues.filter((league) => !continued.has(league.league_id))
          if (own.length > 0) return <Choices leagues={own} onChoose={onChoose} />
          return (
            <p className={ui.note}>
              {leagues.length > 0
                ? `The leagues of ${season} go on in ${season + 1}.`
                : `No leagues in ${season}.`}
            </p>
          )
        }}
      </Loaded>
    </Season>
  )
}

function Season({ season, children }: { season: number; children: ReactNode }) {
  return (
    <Stack as="section" gap={2} aria-label={`${season}`}>
      <h3>{season}</h3>
      {children}
    </Stack>
  )
}

type ChoicesProps = Pick<LeaguesOfUserProps, 'onChoose'> & { leagues: readonly LeagueOfUser[] }

function Choices({ leagues, onChoose }: ChoicesProps) {
  return (
    <Stack as="ul" gap={2}>
      {leagues.map((league) => (
        <li key={league.league_id}>
          <button
            type="button"
            className={`${ui.pressable} ${ui.frame}`}
            onClick={() => onChoose(league.league_id)}
          >
            <Fill as="span" className={`${ui.strong} ${ui.breakable}`}>
              {league.name}
            </Fill>
            <span className={ui.note}>{formatCount(league.total_rosters, 'team')}</span>
          </button>
        </li>
      ))}
    </Stack>
  )
}
