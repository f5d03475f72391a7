import { ApiError } from '../../http/api-error.ts'
import { FailedError } from './command.ts'

/** What a caller may learn of a failure is a sentence at the console too. */
export async function rethrowApiErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ApiError ? new FailedError(error.message, { cause: error }) : error
  }
}
