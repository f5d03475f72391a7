import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, Suspense } from 'react'
import { type Standings, standingsQuery } from '../../api/league-queries.ts'
import { LatestSocialCard } from '../../features/feed/latest-social-card.tsx'
import { ThisWeekCard } from '../../features/matchups/this-week-card.tsx'
import { myMatchupQuery } from '../../features/matchups/use-matchups.ts'
import { MyTeamCard, TopTeamsCard } from '../../features/standings/overview-cards.tsx'
import { hasRace, mySummaryQuery } from '../../features/standings/use-standings.ts'
import { changeLocation, type Tab, toUrl } from '../../router/location.ts'
import { useLocation, useRouter } from '../../router/router.ts'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import { lazyNamed } from '../../ui/lazy-named.ts'
import ui from '../../ui/ui.module.css'
import styles from './overview-tab.module.css'

const MyOdds = lazyNamed(() => import('../../features/insights/race/my-odds.tsx'), 'MyOdds')

const DraftDate = lazyNamed(() => import('../../features/draft/draft-date.tsx'), 'DraftDate')

const DRAFT = { tab: 'history', view: 'draft' } as const
const RULES = { tab: 'league social', view: 'rules' } as const
const RACE = { tab: 'standings', view: 'race' } as const

/** Leads to the cards of a season that is over. */
function cardsOf(standings: Standings | undefined) {
  if (standings?.is_finished !== true || standings.scoring_format !== 'points') return null
  return { tab: 'history', view: 'cards', season: standings.season } as const
}

type Props = { league: string; onTabChange: (tab: Tab) => void }

export function OverviewTab({ league, onTabChange }: Props) {
  const standings = useQuery(standingsQuery(league))
  const location = useLocation()
  // The matchup is what people open the app for on a phone.
  const isPhone = useMediaQuery('(max-width: 719px)')
  const summary = useQuery(mySummaryQuery(league))
  const matchup = useQuery(myMatchupQuery(league))
  const router = useRouter()
  const cards = cardsOf(standings.data)
  const myTeam = standings.data?.standings.find((team) => team.is_mine)
  const linkTo = (tab: Tab) => ({
    href: toUrl(changeLocation(location, { tab })),
    onOpen: () => onTabChange(tab),
  })

  const thisWeek = (
    <LinkCard title="This week" {...linkTo('scoreboard')}>
      <Loaded
        query={matchup}
        errorTitle="Failed to load your matchup"
        skeleton={<Skeleton label="Loading this week" rows={4} height={32} />}
      >
        {(response) => <ThisWeekCard response={response} />}
      </Loaded>
    </LinkCard>
  )

  const draftAt = standings.data?.draft_at ?? null

  return (
    <div className={ui.stack16}>
      {draftAt === null ? null : (
        <LinkCard
          title="Draft"
          href={toUrl(changeLocation(location, DRAFT))}
          onOpen={() => router.navigate(DRAFT)}
        >
          <Suspense fallback={<Skeleton label="Loading the draft" rows={1} height={32} />}>
            <DraftDate draftAt={draftAt} />
          </Suspense>
        </LinkCard>
      )}
      <div className={`${ui.stack16} ${styles.cards}`}>
        {isPhone ? thisWeek : null}
        <LinkCard title="My Team" {...linkTo('roster')}>
          <Loaded query={summary} name="your team" rows={4}>
            {(loadedSummary) => <MyTeamCard summary={loadedSummary} standing={myTeam} />}
          </Loaded>
        </LinkCard>
        <LinkCard title="Top teams" {...linkTo('standings')}>
          <Loaded
            query={standings}
            errorTitle="Failed to load standings"
            skeleton={<Skeleton label="Loading top teams" rows={5} />}
          >
            {(season) => <TopTeamsCard standings={season.standings} format={season.scoring_format} />}
          </Loaded>
        </LinkCard>
        {isPhone ? null : thisWeek}
      </div>
      {myTeam !== undefined && hasRace(standings.data) ? (
        <LinkCard
          title="Playoff race"
          href={toUrl(changeLocation(location, RACE))}
          onOpen={() => router.navigate(RACE)}
        >
          <Suspense fallback={<Skeleton label="Loading the playoff race" rows={2} height={28} />}>
            <MyOdds league={league} team={myTeam} />
          </Suspense>
        </LinkCard>
      ) : null}
      {cards === null ? null : (
        <LinkCard
          title={`Season ${cards.season} in cards`}
          href={toUrl(changeLocation(location, cards))}
          onOpen={() => router.navigate(cards)}
        >
          <p>The best week, the luck, the moves: to swipe through and to share.</p>
        </LinkCard>
      )}
      <LinkCard title="Latest from League Social" {...linkTo('league social')}>
        <LatestSocialCard league={league} />
      </LinkCard>
      <LinkCard
        title="League rules"
        href={toUrl(changeLocation(location, RULES))}
        onOpen={() => router.navigate(RULES)}
      >
        <p>What your league has agreed on, and what has changed.</p>
      </LinkCard>
      {standings.data === undefined ? null : (
        <Freshness updatedAt={standings.data.updated_at} lastError={standings.data.last_error} />
      )}
    </div>
  )
}

type LinkCardProps = { title: string; href: string; onOpen: () => void; children: ReactNode }

/** A card that is a single link. It must not contain other links or buttons. */
function LinkCard({ title, href, onOpen, children }: LinkCardProps) {
  function handleClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen()
  }
  return (
    <section className={`${ui.card} ${styles.card}`}>
      <h2 className={ui.cardTitle}>
        <a className={styles.link} href={href} onClick={handleClick}>
          {title}
        </a>
      </h2>
      {children}
    </section>
  )
}
