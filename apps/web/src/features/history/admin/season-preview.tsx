import type { SeasonAnswers } from '@fieldhouse/contract/seasons/seasons'
import { DATE_ORDERS } from '@fieldhouse/domain/interchange/cell-text'
import type { ReactNode } from 'react'
import { Notice } from '../../../ui/feedback/feedback.tsx'
import { formatCount } from '../../../ui/format/format.ts'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { DEPTH_LABELS } from '../use-history.ts'
import { DecimalMarkField } from './paste-table.tsx'
import { FindingList } from './season-list.tsx'
import type { PreviewedSeason } from './use-history-admin.tsx'

export type SeasonAnswer = SeasonAnswers[number]
type Contents = NonNullable<PreviewedSeason['contents']>
type Question<Kind> = Extract<Contents['questions'][number], { kind: Kind }>

type Props = {
  season: PreviewedSeason
  answer: SeasonAnswer
  onAnswer: (answer: SeasonAnswer) => void
  children?: ReactNode
}

export function SeasonPreview({
  season: { season, rejection, contents },
  answer,
  onAnswer,
  children,
}: Props) {
  return (
    <Stack as="li" gap={2}>
      <p>
        <strong>{season}</strong>
      </p>
      <p className={ui.muted}>
        {contents === null
          ? 'Adds lineups, a draft, or transactions to the stored season.'
          : `${describeReplaced(contents)}${describeContents(contents)}`}
      </p>
      {rejection === undefined ? children : <Notice tone="warn">{rejection}</Notice>}
      {contents === null ? null : (
        <>
          <FindingList findings={contents.findings} />
          {contents.questions.map((question) => (
            <QuestionField
              key={question.kind === 'owner_teams' ? question.owner : question.kind}
              season={season}
              question={question}
              teams={contents.teams}
              answer={answer}
              onAnswer={onAnswer}
            />
          ))}
        </>
      )}
    </Stack>
  )
}

const MEANING_LABELS = {
  renamed_team: 'One team that got a new name',
  one_person: 'Teams of one person',
  different_people: 'Teams of different people',
}

type QuestionFieldProps = PodiumFieldsProps & { question: Contents['questions'][number] }

function QuestionField({ question, ...props }: QuestionFieldProps) {
  const { season, answer, onAnswer } = props
  switch (question.kind) {
    case 'decimal_mark':
      return (
        <DecimalMarkField
          label={`Points of ${season}: what is ${question.example}?`}
          example={question.example}
          value={answer.decimal_mark ?? null}
          onChange={(decimal_mark) => onAnswer({ ...answer, decimal_mark })}
        />
      )
    case 'date_order':
      return (
        <SelectField
          label={`Dates of ${season}: what is first in ${question.example}?`}
          options={[
            { value: '', label: 'Choose' },
            { value: 'month_first', label: 'The month' },
            { value: 'day_first', label: 'The day' },
          ]}
          value={answer.date_order ?? ''}
          onChange={(chosen) =>
            onAnswer({ ...answer, date_order: DATE_ORDERS.find((order) => order === chosen) ?? null })
          }
        />
      )
    case 'owner_teams': {
      const { owner, teams, choices } = question
      const others = (answer.owners ?? []).filter((each) => each.owner !== owner)
      return (
        <SelectField
          label={`${owner} has ${formatCount(teams.length, 'team')} in ${season}: ${teams.join(', ')}`}
          options={[
            { value: '', label: 'Choose' },
            ...choices.map((choice) => ({ value: choice, label: MEANING_LABELS[choice] })),
          ]}
          value={answer.owners?.find((each) => each.owner === owner)?.meaning ?? ''}
          onChange={(chosen) => {
            const meaning = choices.find((choice) => choice === chosen)
            onAnswer({ ...answer, owners: meaning === undefined ? others : [...others, { owner, meaning }] })
          }}
        />
      )
    }
    case 'regular_season':
      return (
        <SelectField
          label={`Last week of the ${season} regular season`}
          options={[{ value: '', label: "I don't know" }, ...question.periods.map(toPeriodOption)]}
          value={String(answer.regular_season_periods ?? '')}
          onChange={(value) =>
            onAnswer({ ...answer, regular_season_periods: value === '' ? null : Number(value) })
          }
        />
      )
    case 'podium':
      return <PodiumFields {...props} />
  }
}

type PodiumFieldsProps = Pick<Props, 'answer' | 'onAnswer'> & { season: number; teams: Contents['teams'] }

const PLACES = ['Champion', 'Runner-up', 'Third place']

/** A place can be named when those before it are. */
function PodiumFields({ season, teams, answer, onAnswer }: PodiumFieldsProps) {
  const podium = answer.podium ?? []
  return (
    <fieldset>
      <legend>The files don't show who won the {season} final.</legend>
      <Grid min={200}>
        {PLACES.map((place, index) => {
          const others = podium.filter((_, other) => other < index)
          const choices = teams.filter(({ team_id: id }) => !others.includes(id))
          return (
            <SelectField
              key={place}
              label={`${place} in ${season}`}
              options={[{ value: '', label: 'Unknown' }, ...choices.map(toTeamOption)]}
              value={String(podium[index] ?? '')}
              disabled={podium.length < index}
              onChange={(value) =>
                onAnswer({ ...answer, podium: value === '' ? others : [...others, Number(value)] })
              }
            />
          )
        })}
      </Grid>
    </fieldset>
  )
}

function toTeamOption({ team_id: id, name, owners }: Contents['teams'][number]) {
  return { value: String(id), label: owners.length === 0 ? name : `${name} (${owners.join(', ')})` }
}

function toPeriodOption({ period, weeks }: Question<'regular_season'>['periods'][number]) {
  const week = weeks.at(-1)
  return { value: String(period), label: week === undefined ? `Matchup ${period}` : `Week ${week}` }
}

function describeReplaced({ replaces }: Contents): string {
  if (replaces === undefined) return ''
  const { depth, teams, games } = replaces
  return `Replaces the stored season (${DEPTH_LABELS[depth].toLowerCase()}, ${formatCount(teams, 'team')}, ${formatCount(games, 'game')}). `
}

function describeArchive({ archive }: Contents): string | [] {
  if (archive === undefined) return []
  const { lineup_weeks: weeks, draft_picks: picks, transactions } = archive
  const parts = [
    weeks === 0 ? [] : `Lineups of ${formatCount(weeks, 'week')}`,
    picks === 0 ? [] : formatCount(picks, 'draft pick'),
    transactions === 0 ? [] : formatCount(transactions, 'transaction'),
  ].flat()
  return `${parts.join(', ')}.`
}

function describeContents(contents: Contents): string {
  const { depth, teams, games, regular_season_periods: length, podium, questions } = contents
  const [champion] = podium
  const isLengthOpen = questions.some(({ kind }) => kind === 'regular_season')
  const isChampionOpen = questions.some(({ kind }) => kind === 'podium')
  return [
    `${DEPTH_LABELS[depth]}: ${formatCount(teams.length, 'team')}, ${formatCount(games, 'game')}.`,
    games === 0 || length === null || isLengthOpen
      ? []
      : `Regular season: ${formatCount(length, 'matchup')}.`,
    champion !== undefined ? `Champion: ${champion.name}.` : isChampionOpen ? 'Champion unknown.' : [],
    describeArchive(contents),
  ]
    .flat()
    .join(' ')
}
