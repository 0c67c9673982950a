export { type Addressee, comparableName, isSameAddressee } from './addressee.ts';
export { lastAtMost } from './anchors/comparable.ts';
export {
  createFingerprints,
  createLocator,
  describeAnchor,
  type Locate,
  locateAnchor,
  type LocateOptions,
  type LocatorOptions,
  type PlacedBy,
  type Placement,
  type PlacementCandidate,
  type TextAnchor,
  type TextRange,
  withoutFingerprint,
} from './anchors/index.ts';
export {
  addressOf,
  type Annotation,
  type AnnotationOnPage,
  type Attempt,
  type BoundingBox,
  type Claim,
  type ComponentAnnotation,
  type ComponentTarget,
  type Content,
  type ElementAnnotation,
  type Intent,
  isVisibleTo,
  isVisibleToAgents,
  type JsonValue,
  type Kind,
  kinds,
  type MarkdownAnchor,
  type MarkdownAnnotation,
  mostPictures,
  type NewAnnotation,
  type OutsideReply,
  type PageAnnotation,
  type PageTarget,
  type Pending,
  type PickedElement,
  type Reply,
  type Resolved,
  type SourceEdit,
  type SourceLocation,
  type State,
  type TextAnnotation,
  type Viewport,
  isSettled,
  isStoppedOrUndone,
  waitsForPerson,
} from './annotation.ts';
export { asksBack, endsWithQuestion, hasEndedSilently, type Turn, turnOf } from './turn.ts';
export { linkTo } from './link-to.ts';
export {
  isAssignedTo,
  isForAgent,
  isHandedFrom,
  isLeftToAgent,
  isWrittenBy,
  participantsOf,
  unansweredIn,
  unansweredMention,
} from './assignment.ts';
export {
  describeAttempt,
  type DescribedAttempt,
  lastAgentOf,
  patchOfAttempt,
  summarizeAttempt,
} from './tried.ts';
export { applyHolder, applyName, isApply } from './apply-holder.ts';
export { attachmentPath, attachmentsOf, picturesOf } from './attachments-of.ts';
export { fromBase64, toBase64 } from './base64.ts';
export { briefOf, isPlacedOnly, placedOf } from './brief.ts';
export { applyChanges, type Change, type Cursor, type FeedEvent } from './changes.ts';
export { cleanName } from './clean-name.ts';
export { type DiffLine, diffLinesOf } from './diff-lines.ts';
export { editOf, isApart } from './edit-of.ts';
export { type Edit, type EditedFile, type NoPatch, noPatchReasons } from './edit.ts';
export {
  AnnotateError,
  annotationNotFoundError,
  describeError,
  type ErrorCode,
  ExplainedError,
} from './errors.ts';
export { canBeHandedOver, handOver } from './hand-over.ts';
export { isExported } from './is-exported.ts';
export { isRecord } from './is-record.ts';
export { type Actor, lifecycle, type MoveName, type Role, type Rule } from './lifecycle.ts';
export {
  type AskedPage,
  type ElementLook,
  hasAnswered,
  type LookAnswer,
  type LookedAtComponent,
  type LookedAtElement,
  type LookRequest,
  type LookTarget,
  type PageLook,
} from './look.ts';
export {
  declares,
  findInManifest,
  isKit,
  isPrimitive,
  kitUsers,
  type Manifest,
  type ManifestEntry,
  type NamedComponent,
  toManifest,
} from './manifest.ts';
export {
  annotationsToMarkdown,
  annotationToMarkdown,
  annotationToPaste,
  code,
  type Detail,
  quoteBlock,
  nameAnnotation,
  nameAuthor,
  speaker,
} from './markdown.ts';
export { intentOf, isLeftToPerson, todoOf } from './document-comment.ts';
export { approve, attachPictures, reanchor, relinkMarkdown } from './markdown-moves.ts';
export { mentionsIn, mostMentions, withNewNames } from './mentions.ts';
export { nameElement, nameTag, nameTarget } from './name-element.ts';
export {
  accept,
  applied,
  acknowledge,
  adopt,
  assign,
  create,
  deleteOrWithdraw,
  discard,
  dismiss,
  editText,
  endTurn,
  type MoveMessage,
  recheck,
  recordRun,
  relink,
  release,
  reopen,
  reply,
  resend,
  resolve,
  retarget,
  stop,
  submit,
  undo,
  unreadReplies,
  withdraw,
} from './moves.ts';
export { receive, type ReceivedReply, withoutOutsideReplies } from './outside-replies.ts';
export {
  type ActionOffer,
  applyPageAction,
  type AskedAction,
  isAcceptable,
  type PageAction,
  pageActionIn,
  type PageActionMessage,
  type PageActionName,
  pageActor,
  pageActions,
  type PagePerson,
  type PlainActionName,
} from './page-actions.ts';
export { canDo, pageAbilities, type PageAbility } from './page-abilities.ts';
export { pageKey } from './page-key.ts';
export { isDeep } from './schema/is-deep.ts';
export { DeepJsonError, flattenJson, isDeepJson, mostJsonLevels, parseJson } from './parse-json.ts';
export { type Author, authorOf, colorOf, initialsOf, peopleIn, type Person, personColors } from './people.ts';
export {
  applyPersonAction,
  type PersonAction,
  type PersonActionName,
  personActions,
} from './person-actions.ts';
export { nearestPlaces, placeKey, placeKeyOf } from './places.ts';
export {
  type AnnotationMessage,
  type AnnotationsRest,
  type HubMessage,
  accessEndedCode,
  mostClosedSynced,
  mostReadWhole,
  type PageMessage,
  type PagePayload,
  protocolVersion,
  type RestList,
} from './protocol.ts';
export { compareRecords } from './proof/compare-records.ts';
export {
  describeChange,
  describeExample,
  describeOutsideCount,
  describeVerdict,
  outcomeWords,
} from './proof/describe-proof.ts';
export {
  isOwnFailure,
  judgeLate,
  judgeProof,
  type KnownEdits,
  type OtherEdit,
  type TakenRecord,
} from './proof/judge-proof.ts';
export { isCertainFailure, type PageFailure } from './proof/page-failure.ts';
export { isRemovedAlone } from './proof/removed-alone.ts';
export { hasFailed, isKeepable, isProven, outcomeOf } from './proof/outcome.ts';
export type {
  AnsweredRequest,
  LayoutElement,
  PageLayout,
  ProofRecord,
  StyleRule,
} from './proof/page-layout.ts';
export {
  type ChangedWhat,
  type Comparison,
  type OutsideExample,
  type Proof,
  type ProofAfter,
  proofAttachments,
  type ProofChange,
  type ProofSide,
} from './proof/proof.ts';
export { onlyAround } from './proof/target-geometry.ts';
export { mostRequests } from './proof/find-failure.ts';
export {
  isFrozen,
  type LookedAt,
  recordAfter,
  recordBefore,
  recordCheck,
  recordLate,
} from './proof/record-proof.ts';
export type { ElementLocator } from './proof/element-locator.ts';
export { type Outcome, outcomeOfVerdict, settlesWhen, type Verdict, verdicts } from './proof/verdicts.ts';
export { SerialQueue } from './serial-queue.ts';
export type { AgentPresence, Session } from './session.ts';
export { isShortenedSnapshot, readSnapshot, shortenSnapshot, type SnapshotFacts } from './snapshot.ts';
export { describeEdit, isEditIn } from './source-edit.ts';
export { describeStep, type RecordedAction, type RecordedStep, type StepElement } from './step.ts';
export {
  describeSuggestion,
  longestReplacement,
  newestSuggestion,
  repliedSuggestion,
  type Suggestion,
} from './suggestion.ts';
export {
  describeRule,
  findRulePlaces,
  type MatchedRule,
  mostMatchedRules,
  mostRuleDeclarations,
  type RulePlace,
} from './style-rules.ts';
export { createAgentSuggestion } from './suggestion-moves.ts';
export { isUuid, randomUuid } from './uuid.ts';
export type { Via } from './via.ts';
export { isWholeDocument, wholeDocument } from './whole-document.ts';
export { describeWish, type Wish, writeRequest } from './wish.ts';
export {
  type AgentRun,
  type FileDiff,
  filesChangedBy,
  type PlanEntry,
  type Question,
  type StepKind,
  stepKinds,
  type Work,
  type WorkBranch,
  type WorkUsage,
  type WorkState,
  workStates,
  type WorkStep,
} from './work.ts';
export { mostUses, placeToEdit } from './place-to-edit.ts';
export {
  closedStatuses,
  isClosed,
  isOpen,
  isOpenStatus,
  openStatuses,
  type OpenStatus,
  sentStatuses,
  type SentStatus,
  type Status,
  statuses,
  unclosedStatuses,
} from './status.ts';
