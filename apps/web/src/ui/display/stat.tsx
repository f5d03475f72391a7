import type { ReactNode } from 'react'

type Props = { label: string; value: ReactNode; tone?: 'good' | 'bad' | undefined }

/** A value with its label above, in a description list. */
export function Stat({ label, value, tone }: Props) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-tone={tone}>{value}</dd>
    </div>
  )
}
