import { ImportRejection } from '../../features/export/archive-format.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { FailedError } from './command.ts'

/** Turns an ApiError or a rejected import into a FailedError with the same message. */
export async function rethrowApiErrors<Result>(operation: Promise<Result>): Promise<Result> {
  try {
    return await operation
  } catch (error) {
    const isExpected = error instanceof ApiError || error instanceof ImportRejection
    throw isExpected ? new FailedError(error.message, { cause: error }) : error
  }
}
