import { pluralize } from '@fieldhouse/domain/pluralize'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  isJobActive,
  jobsQuery,
  type LeagueJob,
  type LeagueTeam,
  leagueMetaQuery,
  teamsQuery,
} from '../../../api/operations.ts'
import { useRefetchAfterJobs } from '../../../api/use-refetch-after-jobs.ts'
import { useRouter } from '../../../router/router.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { ErrorNotice, Loaded, Notice } from '../../../ui/feedback/feedback.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Card, Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../leagues.module.css'
import { CookieSteps, Steps } from './cookie-steps.tsx'
import { FindLeague } from './find-league.tsx'
import {
  cookieStatusQuery,
  setUpHistoryQuery,
  setUpSeasonsQuery,
  useChooseTeam,
  usePlatformName,
  useReadSeasons,
  useSaveLeagueCookies,
  useStopReading,
} from './use-new-league.ts'

type Props = {
  league: string | null
  username: string
  entry: string | null
  invite: ReactNode
  upload: ReactNode
}

/** Sets up a league step by step. The address and the server know how far it is, so it can be left and resumed. */
export function NewLeagueScreen({ league, entry, ...props }: Props) {
  return (
    <Stack gap={5} className={styles.page}>
      <h1>New league</h1>
      {league === null ? (
        <FindLeague entry={entry} />
      ) : (
        <SetUpLeague key={league} league={league} {...props} />
      )}
    </Stack>
  )
}

type SetUpLeagueProps = Omit<Props, 'league' | 'entry'> & { league: string }

/** What is left to do for a league that has been created. Only the server knows how far it is. */
function SetUpLeague({ league, username, invite, upload }: SetUpLeagueProps) {
  const router = useRouter()
  const jobs = useQuery(jobsQuery(league, { isAlwaysPolled: true }))
  const running = jobs.data?.find(isJobActive)
  const seasons = useQuery(setUpSeasonsQuery(league, running !== undefined))
  const isRead = (seasons.data?.seasons.length ?? 0) > 0
  const teams = useQuery({ ...teamsQuery(league), enabled: isRead })
  const read = useReadSeasons(league)
  const [isSkipped, setSkipped] = useState(false)
  const isBusy = read.isPending || running !== undefined
  useRefetchAfterJobs(league, isBusy)
  const hasTeam = isSkipped || (teams.data?.teams.some((team) => isOf(team, username)) ?? false)
  const isFromFiles = useQuery(leagueMetaQuery(league)).data?.provider_page === null
  return (
    <>
      <Steps current={!isRead ? 'Read its seasons' : hasTeam ? 'Invite your league' : 'Choose your team'} />
      <Card title={<span className={ui.breakable}>{league}</span>}>
        <Stack>
          {isBusy ? <Running league={league} job={running} /> : null}
          <Loaded query={seasons} name="the seasons" rows={1}>
            {({ seasons: stored }) => {
              const years = stored.map(({ season }) => season)
              if (years.length > 0)
                return (
                  <>
                    <StoredSeasons years={years} />
                    {isBusy ? null : <EarlierSeasons league={league} jobs={jobs.data ?? []} read={read} />}
                    {isFromFiles ? upload : null}
                  </>
                )
              if (isFromFiles) return upload
              return isBusy ? null : (
                <NothingRead
                  league={league}
                  job={jobs.data?.[0]}
                  error={read.error}
                  onRead={() => read.mutate()}
                />
              )
            }}
          </Loaded>
        </Stack>
      </Card>
      {isRead ? (
        <MyTeam league={league} username={username} isSkipped={isSkipped} onSkip={setSkipped} />
      ) : null}
      {isRead ? (
        <Card title="Invite your league" gap={4}>
          {invite}
          <div>
            <Button onClick={() => router.navigate({ route: 'league', league, tab: 'overview' })}>
              Open {league}
            </Button>
          </div>
        </Card>
      ) : null}
    </>
  )
}

function Running({ league, job }: { league: string; job: LeagueJob | undefined }) {
  const stop = useStopReading(league)
  const platform = usePlatformName(league) ?? 'the platform'
  return (
    <Stack gap={3}>
      <ProgressBar
        label={`Reading ${league} from ${platform}`}
        job={job}
        waiting={`Contacting ${platform}…`}
      />
      <Row isSpread gap={3}>
        <p className={ui.note}>
          The server reads on if you close this page. Go on below, or come back later.
        </p>
        {job?.kind === 'backfill' ? (
          <Button onClick={() => stop.mutate()} disabled={stop.isPending}>
            {stop.isPending ? 'Stopping…' : 'Stop'}
          </Button>
        ) : null}
      </Row>
      <ErrorNotice error={stop.error} fallback="Failed" />
    </Stack>
  )
}

function StoredSeasons({ years }: { years: readonly number[] }) {
  const [newest, oldest] = [Math.max(...years), Math.min(...years)]
  return (
    <Notice tone="good">
      {years.length === 1
        ? `The ${newest} season is here.`
        : `${pluralize(years.length, 'season')} are here: ${oldest} to ${newest}.`}
    </Notice>
  )
}

type EarlierSeasonsProps = {
  league: string
  read: ReturnType<typeof useReadSeasons>
  /** Newest first. */
  jobs: readonly LeagueJob[]
}

function EarlierSeasons({ league, jobs, read }: EarlierSeasonsProps) {
  const { data: history } = useQuery(setUpHistoryQuery(league))
  const missing = history?.all_time.missing_seasons ?? []
  const failed = jobs[0]?.backfill?.failed ?? []
  if (missing.length === 0) return null
  return (
    <Stack gap={3}>
      <Notice tone={failed.length > 0 ? 'warn' : 'info'}>
        <p>
          {pluralize(missing.length, 'earlier season')} {missing.length === 1 ? "isn't" : "aren't"} here yet:{' '}
          {missing.join(', ')}.
        </p>
        {failed.map(({ year, reason }) => (
          <p key={year}>
            {year}: {reason}
          </p>
        ))}
      </Notice>
      <ErrorNotice error={read.error} fallback="Something went wrong." />
      <div>
        <Button onClick={() => read.mutate()} disabled={read.isPending}>
          {read.isPending ? 'Starting…' : 'Read earlier seasons'}
        </Button>
      </div>
    </Stack>
  )
}

type NothingReadProps = {
  league: string
  job: LeagueJob | undefined
  error: Error | null
  onRead: () => void
}

function NothingRead({ league, job, error, onRead }: NothingReadProps) {
  const router = useRouter()
  const status = useQuery(cookieStatusQuery(league))
  const platform = usePlatformName(league) ?? 'its platform'
  const save = useSaveLeagueCookies(league)
  const isDenied = status.data?.refused_at != null
  return (
    <Stack>
      {job === undefined ? (
        <p>
          {league} is created. Next, read it from {platform}.
        </p>
      ) : (
        <Notice tone={job.state === 'failed' ? 'bad' : 'info'}>{job.step}</Notice>
      )}
      <ErrorNotice error={error} fallback="Something went wrong." />
      <ErrorNotice error={save.error} fallback="The cookies were not saved" />
      {isDenied ? (
        <CookieSteps
          title="Add ESPN cookies"
          problem={undefined}
          isPending={save.isPending}
          submitLabel="Save and read"
          onSubmit={(cookies) => save.mutate(cookies, { onSuccess: onRead })}
        >
          ESPN shows this league only to its members.
        </CookieSteps>
      ) : null}
      <Row wraps>
        <Button variant={isDenied ? 'plain' : 'strong'} onClick={onRead}>
          {job === undefined ? `Read from ${platform}` : 'Try again'}
        </Button>
        <Button onClick={() => router.navigate({ route: 'admin' })}>Open Admin Tools</Button>
      </Row>
    </Stack>
  )
}

type MyTeamProps = {
  league: string
  username: string
  /** Whether the user has said that no team is theirs. */
  isSkipped: boolean
  onSkip: (isSkipped: boolean) => void
}

function MyTeam({ league, username, isSkipped, onSkip }: MyTeamProps) {
  const query = useQuery(teamsQuery(league))
  const choose = useChooseTeam(league, username)
  const [isChanging, setChanging] = useState(false)
  return (
    <Card title="Which team is yours?">
      <Loaded query={query} name="the teams" rows={3} height={52}>
        {({ teams }) => {
          const mine = teams.find((team) => isOf(team, username))
          if ((mine !== undefined || isSkipped) && !isChanging)
            return (
              <Row isSpread wraps gap={3}>
                {mine === undefined ? (
                  <p className={ui.muted}>You run this league without a team.</p>
                ) : (
                  <Row gap={3}>
                    <Avatar name={mine.name} src={mine.logo} color={mine.color} />
                    <Text weight={600}>{mine.name}</Text>
                    <Check size={20} role="img" aria-label="yours" />
                  </Row>
                )}
                <Button
                  onClick={() => {
                    setChanging(true)
                    onSkip(false)
                  }}
                >
                  Change
                </Button>
              </Row>
            )
          return (
            <Stack gap={3}>
              <p className={ui.muted}>Its roster, matchup and notifications become yours.</p>
              <Grid as="ul" min={240} gap={2} aria-label="Teams">
                {teams.map((team) => (
                  <li key={team.league_team_id}>
                    <button
                      type="button"
                      className={`${ui.pressable} ${ui.frame}`}
                      // A team that somebody else has stays theirs until an admin moves it under "Team assignments".
                      disabled={choose.isPending || team.assigned_user !== null}
                      onClick={() => choose.mutate(team, { onSuccess: () => setChanging(false) })}
                    >
                      <Avatar name={team.name} src={team.logo} color={team.color} />
                      <Stack as="span" gap={0} className={ui.breakable}>
                        <Text weight={600}>{team.name}</Text>
                        <span className={ui.note}>{describeOwners(team)}</span>
                      </Stack>
                    </button>
                  </li>
                ))}
              </Grid>
              <ErrorNotice error={choose.error} fallback="Failed to assign" />
              <div>
                <Button
                  onClick={() => {
                    setChanging(false)
                    onSkip(mine === undefined)
                  }}
                >
                  {mine === undefined ? "I don't have a team" : 'Cancel'}
                </Button>
              </div>
            </Stack>
          )
        }}
      </Loaded>
    </Card>
  )
}

function isOf({ assigned_user, co_owners = [] }: LeagueTeam, username: string): boolean {
  return assigned_user === username || co_owners.includes(username)
}

function describeOwners({ owners, assigned_user: user }: LeagueTeam): string {
  return user === null ? owners.join(', ') || 'No owner' : ['Taken', ...owners].join(' · ')
}
