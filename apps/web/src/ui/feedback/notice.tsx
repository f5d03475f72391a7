import type { ReactNode } from 'react'
import { getErrorMessage } from '../../api/api-client.ts'
import styles from './feedback.module.css'

/** A message about what happened, announced to screen readers when it appears. */
export function Notice({ tone, children }: { tone: 'bad' | 'good' | 'info' | 'warn'; children: ReactNode }) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

type ErrorNoticeProps = {
  error: Error | null
  /** What failed, for an error without a response from the server. */
  fallback: string
}

export function ErrorNotice({ error, fallback }: ErrorNoticeProps) {
  return error === null ? null : <Notice tone="bad">{getErrorMessage(error, fallback)}</Notice>
}

type MutationNoticeProps = {
  mutation: { error: Error | null; data: { message: string } | undefined }
  fallback: string
}

export function MutationNotice({ mutation: { error, data }, fallback }: MutationNoticeProps) {
  if (error !== null) return <ErrorNotice error={error} fallback={fallback} />
  return data === undefined ? null : <Notice tone="good">{data.message}</Notice>
}
