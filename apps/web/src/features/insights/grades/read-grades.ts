import { SUBJECT_NAMES, SUBJECTS, type Subject } from '@fieldhouse/domain/insights/awards/report-card'
import { formatGrade } from '@fieldhouse/domain/insights/grade'
import { formatDecimal, formatSigned } from '../../../ui/format/format.ts'
import type { ExplainedFigure } from '../../../ui/overlays/dialog.tsx'
import type { TeamGrades } from '../use-insights.ts'

const LETTERS: ExplainedFigure = {
  name: 'Letters',
  meaning: 'B− is average. Each letter is a distance from the league average in standard deviations (SD).',
  formula:
    'A+ from +1.4 SD, A from +1, B from +0.25, B− from 0, C+ from −0.6, C from −1, D from −1.8, F below −2.',
}

const POSITIONS: ExplainedFigure = {
  name: 'Positional strength',
  meaning: 'How much the starters at a position score compared with the league.',
  formula:
    "The team's points per week at the position − the average of all teams. A player in a flex slot counts at his own position. Completed weeks of the regular season with stored lineups.",
}

const REPORT_CARD: ExplainedFigure = {
  name: 'Report card',
  meaning: 'How each part of the season compares with the league. Luck is not graded.',
  formula:
    'Overall: the average of the subjects, in standard deviations. A subject that is unknown for any team is left out. From half of the regular season on.',
}

const SUBJECT_FIGURES: Readonly<Record<Subject, Pick<ExplainedFigure, 'meaning' | 'formula'>>> = {
  results: {
    meaning: 'How often the team won.',
    formula: 'Games won ÷ games played. A tie counts as half a win.',
  },
  scoring: { meaning: 'How much the team scored.', formula: 'Points for in the regular season.' },
  management: {
    meaning: 'How close the lineups came to the best possible ones.',
    formula: 'Points of the starters ÷ points of the best possible lineups.',
  },
  draft: {
    meaning: 'What the draft picks gave. Once the season is over.',
    formula: 'Points of the picks − what their spots or prices usually give. Keepers are left out.',
  },
  moves: {
    meaning: 'What trades and pickups gave.',
    formula:
      'Points started by players received in trades − points started by those given away + points started by pickups.',
  },
}

export function explainPositions(positions: TeamGrades['positions'] = []): ExplainedFigure[] {
  return [
    {
      ...POSITIONS,
      inputs: positions.map(({ position, points, difference, z }) => [
        position,
        `${formatDecimal(points, 1)} − ${formatDecimal(points - difference, 1)} per week, ${formatSigned(z, 2)} SD`,
      ]),
    },
    LETTERS,
  ]
}

export function explainReport(report: TeamGrades['report'] = null): ExplainedFigure[] {
  return [
    {
      ...REPORT_CARD,
      ...(report === null
        ? {}
        : { value: `${formatGrade(report.overall.grade)}, ${formatSigned(report.overall.z, 2)} SD` }),
      inputs: (report?.subjects ?? []).map(({ subject, grade, z }) => [
        SUBJECT_NAMES[subject],
        `${formatGrade(grade)}, ${formatSigned(z, 2)} SD`,
      ]),
    },
    ...SUBJECTS.map((subject) => ({ name: SUBJECT_NAMES[subject], ...SUBJECT_FIGURES[subject] })),
    LETTERS,
  ]
}
