import { getErrorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './cookie-status.module.css'
import { useTestCookies } from './use-cookies.ts'

const VERDICT_TONES = { accepted: 'good', refused: 'bad', not_asked: 'warn' } as const

/** Tests whether the provider accepts the cookies that a refresh would use. */
export function CookieTestButton({ league }: { league: string }) {
  const test = useTestCookies(league)
  return (
    <div className={styles['testCookies']}>
      <Button disabled={test.isPending} onClick={() => test.mutate()}>
        {test.isPending ? 'Testing…' : 'Test cookies'}
      </Button>
      {test.isError ? <Notice tone="bad">{getErrorMessage(test.error, 'Failed')}</Notice> : null}
      {test.isSuccess ? <Notice tone={VERDICT_TONES[test.data.verdict]}>{test.data.message}</Notice> : null}
    </div>
  )
}
