import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { standingsQuery } from '../../api/operations.ts'
import { DraftDate } from '../../features/draft/draft-date.tsx'
import { LatestSocialCard } from '../../features/feed/latest-social-card.tsx'
import { MyOdds } from '../../features/insights/race/my-odds.tsx'
import { byCloseness } from '../../features/matchups/format.ts'
import { ThisWeekCard } from '../../features/matchups/this-week-card.tsx'
import {
  type MyMatchupResponse,
  myMatchupQuery,
  scoreboardQuery,
} from '../../features/matchups/use-matchups.ts'
import { MyTeamCard, TopTeamsCard } from '../../features/standings/overview-cards.tsx'
import { hasRace, mySummaryQuery } from '../../features/standings/use-standings.ts'
import { Link } from '../../router/link.tsx'
import type { Location } from '../../router/router.ts'
import { Loaded, Skeleton } from '../../ui/feedback/feedback.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './league.module.css'

export function OverviewTab({ league }: { league: string }) {
  const standings = useQuery(standingsQuery(league))
  const summary = useQuery(mySummaryQuery(league))
  const matchup = useQuery(myMatchupQuery(league))
  const season = standings.data
  const myTeam = season?.standings.find((team) => team.is_mine)
  return (
    <Stack>
      {season?.draft_at == null ? null : (
        <LinkCard title="Draft" to={{ tab: 'history', view: 'draft' }}>
          <DraftDate draftAt={season.draft_at} />
        </LinkCard>
      )}
      <Stack className={styles.cards}>
        <Loaded
          query={matchup}
          errorTitle="Failed to load your matchup"
          skeleton={
            <section className={ui.card}>
              <Skeleton label="Loading this week" rows={4} height={32} />
            </section>
          }
        >
          {(response) => <ThisWeek league={league} response={response} />}
        </Loaded>
        <LinkCard title="My Team" to={{ tab: 'roster' }}>
          <Loaded query={summary} name="your team" rows={4}>
            {(loadedSummary) => <MyTeamCard summary={loadedSummary} standing={myTeam} />}
          </Loaded>
        </LinkCard>
        <LinkCard title="Top teams" to={{ tab: 'standings' }}>
          <Loaded
            query={standings}
            errorTitle="Failed to load standings"
            skeleton={<Skeleton label="Loading top teams" rows={5} />}
          >
            {(loaded) => <TopTeamsCard standings={loaded.standings} format={loaded.scoring_format} />}
          </Loaded>
        </LinkCard>
      </Stack>
      {myTeam !== undefined && hasRace(season) ? (
        <LinkCard title="Playoff race" to={{ tab: 'standings', view: 'race' }}>
          <MyOdds league={league} team={myTeam} />
        </LinkCard>
      ) : null}
      {season?.is_finished === true && season.scoring_format === 'points' ? (
        <LinkCard
          title={`Season ${season.season} in cards`}
          to={{ tab: 'history', view: 'cards', season: season.season }}
        >
          <p>The best week, the luck, the moves: to swipe through and to share.</p>
        </LinkCard>
      ) : null}
      <LinkCard title="Latest from League Social" to={{ tab: 'league social' }}>
        <LatestSocialCard league={league} />
      </LinkCard>
      <Freshness of={season} />
    </Stack>
  )
}

/** The reader's game. Somebody without one sees the closest one of the league, and can choose another. */
function ThisWeek({ league, response }: { league: string; response: MyMatchupResponse }) {
  const isFeatured = response.matchup === null && hasMatchups(response.scoring_format)
  const scoreboard = useQuery({ ...scoreboardQuery(league), enabled: isFeatured })
  const [chosen, setChosen] = useState('')
  const games = isFeatured ? (scoreboard.data?.matchups ?? []) : []
  const featured = games.find(({ id }) => String(id) === chosen) ?? games.toSorted(byCloseness)[0]
  const { season, week } = featured === undefined ? response : (scoreboard.data ?? response)
  const game = featured ?? response.matchup
  return (
    <LinkCard
      title="This week"
      to={game === null ? { tab: 'scoreboard' } : { tab: 'matchup', season, week, game: game.id }}
      actions={
        games.length < 2 ? null : (
          <SelectField
            label="Game"
            isLabelHidden
            options={[
              { value: '', label: 'Closest game' },
              ...games.map(({ id, away, home }) => ({
                value: String(id),
                label: `${away.name} – ${home.name}`,
              })),
            ]}
            value={chosen}
            onChange={setChosen}
          />
        )
      }
    >
      <ThisWeekCard
        response={featured === undefined ? response : { ...response, assigned: true, matchup: featured }}
      />
    </LinkCard>
  )
}

type LinkCardProps = {
  title: string
  to: Partial<Location>
  actions?: ReactNode
  children: ReactNode
}

/** A card that is a single link. Its content must not contain other links. */
function LinkCard({ title, to, actions = null, children }: LinkCardProps) {
  return (
    <section className={`${ui.card} ${ui.opens} ${styles.overviewTabCard}`}>
      <Row isSpread gap={4} className={ui.cardTitle}>
        <h2>
          <Link className={`${ui.covers} ${styles.link}`} to={to}>
            {title}
          </Link>
        </h2>
        {actions}
      </Row>
      {children}
    </section>
  )
}
