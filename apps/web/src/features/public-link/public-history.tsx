import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Trophy } from 'lucide-react'
import { DataTable } from '../../ui/display/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './public-screen.module.css'
import { rankColumn, scoreColumns, TeamName } from './public-standings.tsx'
import { type PublicHistory, publicHistoryQuery } from './use-public-link.ts'

export function PublicHistoryTab({ code }: { code: string }) {
  const history = useQuery(publicHistoryQuery(code))
  return (
    <Loaded query={history} name="the history" rows={8}>
      {(data) =>
        data.seasons.length === 0 ? (
          <EmptyState isFramed>No history yet.</EmptyState>
        ) : (
          <Stack>
            <Seasons seasons={data.seasons} />
            {data.owners.length === 0 ? (
              <Titles caption="Team names" rows={data.team_names} />
            ) : (
              <Titles caption="Owners" rows={data.owners} />
            )}
            <Records records={data.records} />
          </Stack>
        )
      }
    </Loaded>
  )
}

type Season = PublicHistory['seasons'][number]

const ownersOf = (owner: string | null) => (owner === null ? [] : [owner])

function Seasons({ seasons }: { seasons: readonly Season[] }) {
  return (
    <Stack as="section" gap={2} aria-labelledby="seasons">
      <h2 id="seasons">Seasons</h2>
      <Stack gap={0} isDivided className={ui.frame}>
        {seasons.map(({ season, champions, ...rest }) => (
          <details key={season} className={styles.season}>
            <summary>
              <Text isNumeric size="l" weight={700}>
                {season}
              </Text>
              {champions.length === 0 ? (
                <span className={ui.note}>{rest.is_finished ? 'Champion unknown' : 'In progress'}</span>
              ) : (
                <Stack as="span" gap={1}>
                  {champions.map((champion) => (
                    <Row as="span" gap={3} key={champion.name}>
                      <TeamName team={{ ...champion, owners: ownersOf(champion.owner) }} />
                      <Trophy size={18} aria-label="Champion" />
                    </Row>
                  ))}
                </Stack>
              )}
              <ChevronDown size={16} aria-hidden="true" />
            </summary>
            <SeasonTable season={season} {...rest} />
          </details>
        ))}
      </Stack>
    </Stack>
  )
}

function SeasonTable({ season, scoring_format: format, teams }: Omit<Season, 'champion' | 'champions'>) {
  return (
    <DataTable
      caption={`Standings of ${season}`}
      columns={[
        rankColumn,
        {
          id: 'team',
          label: 'Team',
          cell: (team) => <TeamName team={{ ...team, owners: ownersOf(team.owner) }} />,
        },
        ...scoreColumns(format),
      ]}
      rows={teams}
      keyOf={(team) => `${team.rank} ${team.name}`}
      head="team"
      isPlain
    />
  )
}

type TitlesProps = {
  caption: string
  rows: readonly { name: string; seasons: number; titles: number }[]
}

function Titles({ caption, rows }: TitlesProps) {
  return (
    <Stack as="section" gap={2} aria-labelledby="titles">
      <h2 id="titles">{caption}</h2>
      <DataTable
        caption={caption}
        columns={[
          { id: 'name', label: 'Name', cell: ({ name }) => name },
          { id: 'seasons', label: 'Seasons', cell: ({ seasons }) => seasons },
          { id: 'titles', label: 'Titles', cell: ({ titles }) => titles },
        ]}
        rows={rows}
        keyOf={({ name }) => name}
        head="name"
      />
    </Stack>
  )
}

type RecordName = keyof PublicHistory['records']
type PublicRecord = NonNullable<PublicHistory['records'][RecordName]>

const RECORD_LABELS: Record<RecordName, string> = {
  highest_game: 'Highest combined score',
  biggest_blowout: 'Biggest blowout',
  highest_team_game: 'Highest team score',
  highest_loser: 'Highest losing score',
  lowest_winner: 'Lowest winning score',
  closest_win: 'Closest win',
}

function Records({ records }: Pick<PublicHistory, 'records'>) {
  const shown = (Object.keys(RECORD_LABELS) as RecordName[]).flatMap((name) => {
    const record = records[name]
    return record === null ? [] : [{ label: RECORD_LABELS[name], record }]
  })
  if (shown.length === 0) return null
  return (
    <Stack as="section" gap={2} aria-labelledby="records">
      <h2 id="records">League records</h2>
      <Grid as="ul" min={220} gap={3}>
        {shown.map(({ label, record }) => (
          <Stack as="li" gap={1} key={label} className={ui.card}>
            <span className={ui.note}>{label}</span>
            <Text isNumeric size="2xl" weight={700}>
              {formatPoints(record.value)}
            </Text>
            <span className={ui.breakable}>{holderOf(record)}</span>
            <span className={ui.note}>
              Week {record.week}, {record.season}
            </span>
          </Stack>
        ))}
      </Grid>
    </Stack>
  )
}

function holderOf({ side, away, home }: PublicRecord): string {
  const name = (team: PublicRecord['home']) =>
    team.owner === null ? team.name : `${team.name} (${team.owner})`
  return side === null ? `${name(away)} and ${name(home)}` : name(side === 'away' ? away : home)
}
