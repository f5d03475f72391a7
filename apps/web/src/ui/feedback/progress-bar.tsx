import { Stack, Text } from '../layout/layout.tsx'
import ui from '../ui.module.css'

type ProgressBarProps = {
  label: string
  /** undefined until the server reports it. */
  job: { step: string; done: number; total: number | null } | undefined
  /** Said until the job has a step. */
  waiting?: string
}

export function ProgressBar({ label, job, waiting = '' }: ProgressBarProps) {
  const { step, done, total } = job ?? { step: '', done: 0, total: null }
  return (
    <Stack gap={1}>
      <progress aria-label={label} value={done} max={Math.max(1, total ?? 1)} />
      <p role="status">
        <span className={ui.strong}>{step || waiting}</span>{' '}
        {total === null ? null : (
          <Text tone="muted" isNumeric>
            {done} of {total}
          </Text>
        )}
      </p>
    </Stack>
  )
}
