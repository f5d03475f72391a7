import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Gamepad2, type LucideIcon, PencilRuler, Wrench } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { DRAFT_PATH } from '../../../router/router.ts'
import { EmptyState, Loaded, Notice, Skeleton } from '../../../ui/feedback/feedback.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import layoutStyles from '../../../ui/layout/layout.module.css'
import { Card, Grid, Row, Section, Stack, Text } from '../../../ui/layout/layout.tsx'
import { lazyPart } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import styles from '../leagues.module.css'
import { type MyLeague, myLeaguesQuery, myRequestsQuery } from '../use-leagues.ts'
import { DashboardNews } from './dashboard-news.tsx'
import {
  type DashboardData,
  dashboardQuery,
  LeagueList,
  LeagueListSkeleton,
  useLiveDashboard,
} from './league-list.tsx'

const LeagueEntryForm = lazyPart(
  () => import('../new-league/league-entry-form.tsx'),
  'LeagueEntryForm',
  <Skeleton label="Loading form" rows={1} height={52} />,
)

type Props = {
  user: { username: string; first_name: string }
  canAdmin: boolean
  onOpenLeague: (league: string) => void
  onSelectLeague: () => void
  onOpenAdmin: () => void
  /** Looks for a league, or the leagues of a user; null if the user may not create leagues. */
  onFindLeague: ((entry: string) => void) | null
  setUp?: ReactNode
  renderWeek?: (league: string) => ReactNode
}

export function Dashboard({ user, canAdmin, onOpenAdmin, setUp, ...leagues }: Props) {
  // Read in one place: another reader would repeat a request that has failed.
  const news = useQuery({ ...dashboardQuery, enabled: user.username !== '' })
  return (
    <Stack gap={6}>
      <Stack as="header" gap={1}>
        <h1>Welcome{user.first_name || user.username ? `, ${user.first_name || user.username}` : ''}</h1>
        <p className={ui.muted}>Your Fantasy Football Dashboard</p>
      </Stack>
      {setUp}
      <Stack gap={6} className={styles.columns}>
        <Section title="Your leagues" id="your-leagues">
          {user.username === '' ? (
            <Notice tone="bad">Missing username — try reloading or signing in again.</Notice>
          ) : (
            <MyLeagues username={user.username} news={news} {...leagues} />
          )}
        </Section>
        <Stack gap={6}>
          {user.username === '' ? null : <News username={user.username} query={news} />}
          <Grid as="section" min={220} gap={3} aria-label="More">
            <Tile icon={PencilRuler} title="Draft App" note="Opens in a new tab" href={DRAFT_PATH} />
            <Tile icon={Gamepad2} title="Playoff Game" note="Coming soon" />
            {canAdmin ? (
              <Tile
                icon={Wrench}
                title="Admin Tools"
                note="Manage leagues and refreshes"
                onOpen={onOpenAdmin}
              />
            ) : null}
          </Grid>
        </Stack>
      </Stack>
    </Stack>
  )
}

/** The number of leagues of which the dashboard shows more than the card. */
const MAX_WEEKS = 2

type NewsQuery = UseQueryResult<DashboardData>

type MyLeaguesProps = Omit<Props, 'user' | 'canAdmin' | 'onOpenAdmin' | 'setUp'> & {
  username: string
  news: NewsQuery
}

function MyLeagues(props: MyLeaguesProps) {
  const { username, news, onOpenLeague, onSelectLeague, onFindLeague, renderWeek } = props
  const leagues = useQuery(myLeaguesQuery(username))
  return (
    <Loaded query={leagues} errorTitle="Failed to load leagues" skeleton={<LeagueListSkeleton />}>
      {(userLeagues) =>
        userLeagues.length > 0 ? (
          <>
            <LiveLeagues leagues={userLeagues} news={news} onOpen={onOpenLeague} />
            {userLeagues.slice(0, MAX_WEEKS).map(({ name }) => (
              <Fragment key={name}>{renderWeek?.(name)}</Fragment>
            ))}
          </>
        ) : (
          <Stack>
            {onFindLeague === null ? null : <FirstLeague onFindLeague={onFindLeague} />}
            <NoLeagues onSelectLeague={onSelectLeague} isSecondary={onFindLeague !== null} />
          </Stack>
        )
      }
    </Loaded>
  )
}

type LiveLeaguesProps = { leagues: readonly MyLeague[]; news: NewsQuery; onOpen: (league: string) => void }

function LiveLeagues({ leagues, news: { data, isError }, onOpen }: LiveLeaguesProps) {
  useLiveDashboard(data?.games ?? NO_GAMES)
  const gameOf = (league: string) =>
    data === undefined ? undefined : (data.games.find((each) => each.league === league)?.game ?? null)
  return (
    <LeagueList leagues={leagues} onOpen={onOpen} {...(isError && data === undefined ? {} : { gameOf })} />
  )
}

const NO_GAMES: DashboardData['games'] = []

function News({ username, query }: { username: string; query: NewsQuery }) {
  const leagues = useQuery(myLeaguesQuery(username))
  if (leagues.data === undefined || leagues.data.length === 0) return null
  return (
    <Stack>
      <Loaded query={query} name="what is new" rows={3} height={56}>
        {(data) => <DashboardNews data={data} />}
      </Loaded>
    </Stack>
  )
}

function FirstLeague({ onFindLeague }: { onFindLeague: (entry: string) => void }) {
  return (
    <Card title="Set up your league" level={3}>
      <Stack gap={3} className={styles.page}>
        <p>
          Paste the address of your league on ESPN or Sleeper. You'll see the league before anything is
          stored.
        </p>
        <LeagueEntryForm
          entry={null}
          problem={undefined}
          isPending={false}
          onFind={(entry) => {
            if (entry !== null) onFindLeague(entry)
          }}
        />
      </Stack>
    </Card>
  )
}

type NoLeaguesProps = Pick<Props, 'onSelectLeague'> & {
  /** Whether there is a more likely step. */
  isSecondary: boolean
}

function NoLeagues({ onSelectLeague, isSecondary }: NoLeaguesProps) {
  const requests = useQuery(myRequestsQuery)
  const pending = requests.data?.filter((request) => request.status === 'pending') ?? []
  const names = pending.map(({ league }) => league ?? 'any league')
  // The newest one.
  const latest = requests.data?.[0]
  return (
    <Row isSpread wraps gap={3} className={ui.card}>
      {names.length > 0 ? (
        <EmptyState hint="The league appears here once your commissioner approves.">
          You requested to join {new Intl.ListFormat('en').format(names)}.
        </EmptyState>
      ) : latest?.status === 'rejected' ? (
        <EmptyState hint="Ask your commissioner, or send another request.">
          Your request to join {latest.league ?? 'a league'} was rejected.
        </EmptyState>
      ) : (
        <EmptyState hint="Send a request and your commissioner will approve it.">
          You're not in a league yet.
        </EmptyState>
      )}
      <Button variant={isSecondary ? 'plain' : 'strong'} onClick={onSelectLeague}>
        {names.length > 0 ? 'View your requests' : 'Request to join a league'}
      </Button>
    </Row>
  )
}

type TileProps = { icon: LucideIcon; title: string; note: string; href?: string; onOpen?: () => void }

/** A tile that opens another part of the app, or a page in a new tab; disabled without either. */
function Tile({ icon: Icon, title, note, href, onOpen }: TileProps) {
  const className = `${ui.pressable} ${ui.frame} ${ui.opens} ${layoutStyles.tile}`
  const content = (
    <>
      <Icon className={layoutStyles.icon} size={22} aria-hidden="true" />
      <Stack as="span" gap={0}>
        <Text weight={700} isTitle>
          {title}
        </Text>{' '}
        <span className={ui.note}>{note}</span>
      </Stack>
    </>
  )
  return href === undefined ? (
    <button type="button" className={className} disabled={onOpen === undefined} onClick={onOpen}>
      {content}
    </button>
  ) : (
    <a className={className} href={href} target="_blank" rel="noopener">
      {content}
    </a>
  )
}
