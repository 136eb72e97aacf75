/* Generated from the wire types by `dev.py types`. Do not edit. */

export type ChoiceValue = boolean | number | string | number[] | string[];
export type TableRequest =
  | Sit
  | Leave
  | SitOut
  | SitIn
  | Ready
  | CommitSeed
  | RevealSeed
  | Act
  | AddBot
  | RemoveBot
  | Rule
  | Pause
  | Resume
  | TakeOutOfService
  | PutInService
  | Note
  | Correct
  | RemovePlayer
  | Grant
  | Revoke
  | RenameTable
  | CloseTable;
export type Action =
  | PlaceWagers
  | WithdrawWagers
  | CloseBetting
  | Shuffle
  | Spin
  | DrawHotSpot
  | Deal
  | Bet
  | Fold
  | Abandon
  | TakeOver
  | Report
  | ForfeitSeat
  | VoidRound
  | Settle;
export type KingAction = RollDice | Place | PlaceFor | AbandonSheet;
/**
 * Reasons of the service, most basic first; refusals of a game carry a `crossfelt.errors.IllegalActionCode`.
 */
export type RefusalCode =
  | 'bad_request'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_incomplete'
  | 'body_not_json'
  | 'body_too_long'
  | 'wrong_content_type'
  | 'wrong_host'
  | 'other_site'
  | 'server_error'
  | 'no_analysis'
  | 'not_signed_in'
  | 'already_signed_in'
  | 'no_such_table'
  | 'no_such_round'
  | 'no_such_seat'
  | 'no_such_player'
  | 'table_closed'
  | 'out_of_service'
  | 'paused'
  | 'not_seated'
  | 'seat_taken'
  | 'already_seated'
  | 'not_your_role'
  | 'operator_needed'
  | 'floor_needed'
  | 'in_contest'
  | 'blocked'
  | 'wrong_round'
  | 'round_is_open'
  | 'commitments_locked'
  | 'seeds_locked'
  | 'no_commitment'
  | 'bad_seed'
  | 'seed_mismatch'
  | 'no_such_policy'
  | 'no_advice'
  | 'already_so'
  | 'reason_needed'
  | 'no_such_clause'
  | 'out_of_bounds'
  | 'wallet_full'
  | 'insufficient_funds'
  | 'too_early'
  | 'action_reused'
  | 'too_many'
  | 'storage_failed'
  | 'already_asking'
  | 'workers_busy'
  | 'thought_too_long'
  | 'thought_failed';
/**
 * Stable reasons for refusing an action, most basic first.
 */
export type IllegalActionCode =
  | 'unknown_action'
  | 'not_your_action'
  | 'round_over'
  | 'wrong_stage'
  | 'not_seated'
  | 'not_your_turn'
  | 'betting_closed'
  | 'bad_wagers'
  | 'bad_multiple'
  | 'no_wagers'
  | 'bad_deck'
  | 'no_such_card'
  | 'no_such_ruling'
  | 'already_done'
  | 'reason_needed'
  | 'bad_roll'
  | 'bad_spin'
  | 'bad_carried'
  | 'no_such_square'
  | 'square_taken'
  | 'bad_change'
  | 'card_in_line';
/**
 * A fault of a value, or of a combination of values.
 */
export type FaultCode =
  | 'bad_request'
  | 'not_json'
  | 'not_toml'
  | 'unknown_key'
  | 'missing'
  | 'null_value'
  | 'wrong_type'
  | 'out_of_range'
  | 'above_our_bound'
  | 'not_one_of'
  | 'repeated'
  | 'not_rising'
  | 'wrong_count'
  | 'too_short'
  | 'too_long'
  | 'not_a_multiple'
  | 'bad_format'
  | 'nested_too_deep'
  | 'not_together'
  | 'name_reserved'
  | 'not_plain_data'
  | 'too_large_together'
  | 'too_much_work'
  | 'wrong_file'
  | 'reset_needed'
  | 'bad_rules'
  | 'no_such_rules'
  | 'no_such_choice'
  | 'fixed_by_rules'
  | 'table_choice'
  | 'minimum_above_maximum'
  | 'unit_out_of_reach'
  | 'shuffler_needed'
  | 'limit_out_of_bounds'
  | 'covers_too_little'
  | 'covers_progressive'
  | 'wheel_not_in_use'
  | 'wrong_for_wheel'
  | 'size_not_offered'
  | 'no_such_symbol'
  | 'weights_too_large'
  | 'option_not_supported'
  | 'other_rules'
  | 'never_wins'
  | 'returns_too_much'
  | 'player_edge'
  | 'not_a_card'
  | 'card_twice'
  | 'too_many_copies'
  | 'not_a_roll'
  | 'no_king_on_dice'
  | 'no_such_square'
  | 'square_empty'
  | 'king_misplaced'
  | 'line_has_twin'
  | 'four_kings_in_line'
  | 'sheet_full'
  | 'not_a_day'
  | 'day_to_come'
  | 'other_dice'
  | 'not_over'
  | 'nothing_to_decide'
  | 'no_adviser'
  | 'no_such_wager'
  | 'ante_missing'
  | 'wager_size'
  | 'wager_outside_limits'
  | 'wagers_unequal'
  | 'wager_needed'
  | 'not_whole_units'
  | 'placed_too_early'
  | 'bet_missing'
  | 'bet_after_fold'
  | 'wrong_multiple'
  | 'bonus_cards_missing'
  | 'no_bonus_cards'
  | 'no_progressive'
  | 'no_such_meter'
  | 'bad_amount'
  | 'spin_missing'
  | 'spin_not_due'
  | 'spin_repeated'
  | 'spins_out_of_order'
  | 'no_event'
  | 'wrong_hot_spot'
  | 'bad_notation'
  | 'bad_record'
  | 'action_refused'
  | 'events_differ'
  | 'file_changed'
  | 'secret_mismatch'
  | 'seeds_differ'
  | 'draw_differs'
  | 'log_broken'
  | 'bad_log_entry'
  | 'steps_differ'
  | 'chips_differ'
  | 'not_signed'
  | 'other_entry'
  | 'server_cheated'
  | 'keys_not_linked';
export type ParamItem = boolean | number | string | null;
export type Event =
  | WagersPlaced
  | WagersWithdrawn
  | BettingClosed
  | Shuffled
  | DeckWithdrawn
  | CardsDealt
  | BetPlaced
  | SeatFolded
  | SeatAbandoned
  | SeatTakenOver
  | SeatForfeited
  | CommunityRevealed
  | IrregularityRuled
  | CardSetAside
  | HandShown
  | BonusCardsRevealed
  | MetersGrew
  | WheelSpun
  | HotSpotDrawn
  | CommunityPayTaken
  | WagerSettled
  | RoundSettled
  | RoundVoided;
export type KingEvent =
  Rolled | CardPlaced | PlacementSealed | PlacementsShown | SheetAbandoned | MatchFinished;
export type TableHappening =
  | TableOpened
  | TableRenamed
  | FloorGranted
  | FloorRevoked
  | SeatTaken
  | SeatLeaving
  | SeatRemoved
  | SeatLeft
  | SatOut
  | SatIn
  | SeatReady
  | RoundCommitted
  | SeedCommitted
  | RoundOpened
  | CommitmentsLocked
  | SeedRevealed
  | SeedsLocked
  | RoundClosed
  | FloorActed
  | PausePlanned
  | TablePaused
  | TableResumed
  | OutOfService
  | BackInService
  | IncidentNoted
  | Corrected
  | TableClosed;
export type ClientMessage = Ask | Ping;
export type ServerMessage = Welcome | Update | CorrectionNotice | WalletNotice | Done | RefusedMessage | Pong;
export type AnyCode = RefusalCode | IllegalActionCode | FaultCode;

/**
 * What the server and the page say to each other.
 */
export interface Protocol {
  ResolveRequest: ResolveRequest;
  SubmissionRequest: SubmissionRequest;
  SettleRequest: SettleRequest;
  AdviseRequest: AdviseRequest;
  SolveRequest: SolveRequest;
  StrategyRequest: StrategyRequest;
  SessionRequest: SessionRequest;
  KingHintRequest: KingHintRequest;
  KingReviewRequest: KingReviewRequest;
  KingReadRequest: KingReadRequest;
  KingMatchRequest: KingMatchRequest;
  GuestRequest: GuestRequest;
  RecoverRequest: RecoverRequest;
  RenameRequest: RenameRequest;
  RefillRequest: RefillRequest;
  OpenTableRequest: OpenTableRequest;
  AskRequest: AskRequest;
  Health: Health;
  Refusal: Refusal;
  RuleBooksAnswer: RuleBooksAnswer;
  ScoringAnswer: ScoringAnswer;
  RuleBookAnswer: RuleBookAnswer;
  SubmissionAnswer: SubmissionAnswer;
  ClausesAnswer: ClausesAnswer;
  ReadingsAnswer: ReadingsAnswer;
  ProcedureAnswer: ProcedureAnswer;
  AdviseAnswer: AdviseAnswer;
  SolveAnswer: SolveAnswer;
  StrategyAnswer: StrategyAnswer;
  SessionAnswer: SessionAnswer;
  KingHintAnswer: KingHintAnswer;
  KingReviewAnswer: KingReviewAnswer;
  KingReadAnswer: KingReadAnswer;
  KingDailyAnswer: KingDailyAnswer;
  KingMatchAnswer: KingMatchAnswer;
  ReadyAnswer: ReadyAnswer;
  GuestAnswer: GuestAnswer;
  MeAnswer: MeAnswer;
  PlayedRoundsAnswer: PlayedRoundsAnswer;
  StatementAnswer: StatementAnswer;
  ExportAnswer: ExportAnswer;
  LobbyAnswer: LobbyAnswer;
  TableAnswer: TableAnswer;
  OpenedTableAnswer: OpenedTableAnswer;
  KeysAnswer: KeysAnswer;
  BotsAnswer: BotsAnswer;
  BandAnswer: BandAnswer;
  ReceiptAnswer: ReceiptAnswer;
  TableRoundsAnswer: TableRoundsAnswer;
  RecordAnswer: RecordAnswer;
  ReplayAnswer: ReplayAnswer;
  InclusionAnswer: InclusionAnswer;
  ConsistencyAnswer: ConsistencyAnswer;
  Action: Action;
  Event: Event;
  View: TableView;
  RulesDocument: BookDocument;
  KingAction: KingAction;
  KingEvent: KingEvent;
  KingView: MatchView;
  KingRulesDocument: MatchDocument;
  SettleAnswer: SettledCase;
  TableHappening: TableHappening;
  ClientMessage: ClientMessage;
  ServerMessage: ServerMessage;
}
/**
 * Choices to resolve a rule book with; those not named take their default.
 */
export interface ResolveRequest {
  options?: {
    [k: string]: ChoiceValue;
  };
}
/**
 * A rules submission to check.
 */
export interface SubmissionRequest {
  /**
   * The text of the file: TOML.
   */
  submission: string;
}
/**
 * A finished round, and the choices under which it was played where they are not the defaults.
 */
export interface SettleRequest {
  /**
   * A rule book id.
   */
  rules: string;
  community: Community;
  /**
   * Needed when someone has a wager on them, refused where there are none.
   */
  bonus_cards?: string[] | null;
  /**
   * @minItems 1
   * @maxItems 6
   */
  seats: CaseSeat[];
  /**
   * Choice of the rule book -> value.
   */
  options?: {
    [k: string]: ChoiceValue;
  };
}
/**
 * The cross; left and right, far and near as the dealer sees them.
 */
export interface Community {
  /**
   * Left, right.
   *
   * @minItems 2
   * @maxItems 2
   *
   * Items: Rank and suit, such as Th.
   */
  across: string[];
  /**
   * Far, near.
   *
   * @minItems 2
   * @maxItems 2
   *
   * Items: Rank and suit, such as Th.
   */
  down: string[];
  /**
   * Rank and suit, such as Th.
   */
  middle: string;
}
/**
 * One seat of a finished round.
 */
export interface CaseSeat {
  seat: number;
  /**
   * @minItems 2
   * @maxItems 2
   *
   * Items: Rank and suit, such as Th.
   */
  hole: string[];
  folded_at?: ('across' | 'down' | 'middle') | null;
  /**
   * Spot of the rule book -> cents.
   */
  wagers: {
    /**
     * Whole cents; 0 is no wager.
     */
    [k: string]: number;
  };
}
/**
 * One decision: the cards in sight and the multiples bet so far.
 */
export interface AdviseRequest {
  /**
   * A rule book id.
   */
  rules: string;
  /**
   * Choice of the rule book -> value.
   */
  options?: {
    [k: string]: ChoiceValue;
  };
  /**
   * Other odds for hands of the main table.
   */
  pay?: {
    [k: string]: number;
  };
  /**
   * @minItems 2
   * @maxItems 2
   *
   * Items: Rank and suit, such as Th.
   */
  hole: string[];
  /**
   * Once they are turned.
   */
  across?: string[] | null;
  /**
   * Once they are turned.
   */
  down?: string[] | null;
  /**
   * Multiples of the ante: across, then down.
   *
   * @maxItems 2
   */
  bets?: number[];
}
/**
 * The whole game, to be solved exactly.
 */
export interface SolveRequest {
  /**
   * A rule book id.
   */
  rules: string;
  /**
   * Choice of the rule book -> value.
   */
  options?: {
    [k: string]: ChoiceValue;
  };
  /**
   * Other odds for hands of the main table.
   */
  pay?: {
    [k: string]: number;
  };
  /**
   * Also how each bonus goes together with the main game.
   */
  joint?: boolean;
}
/**
 * A strategy card to grow, or a player's own to price.
 */
export interface StrategyRequest {
  /**
   * A rule book id.
   */
  rules: string;
  /**
   * Choice of the rule book -> value.
   */
  options?: {
    [k: string]: ChoiceValue;
  };
  /**
   * Other odds for hands of the main table.
   */
  pay?: {
    [k: string]: number;
  };
  /**
   * The most lines of the card that is shown.
   */
  lines?: number | null;
  /**
   * Whether the card needs no counting.
   */
  simple?: boolean;
  /**
   * Rules to price instead of growing a card.
   */
  strategy?: StrategyRules | null;
}
/**
 * The rules of a strategy file: for each decision the lines, of which the first that fits decides.
 */
export interface StrategyRules {
  /**
   * @minItems 1
   * @maxItems 60
   */
  across: string[];
  /**
   * @minItems 1
   * @maxItems 60
   */
  down: string[];
  /**
   * @minItems 1
   * @maxItems 60
   */
  middle: string[];
}
/**
 * Many rounds of one seat at flat stakes, for a player with a bankroll and for a table with a hold.
 */
export interface SessionRequest {
  /**
   * A rule book id.
   */
  rules: string;
  /**
   * Choice of the rule book -> value.
   */
  options?: {
    [k: string]: ChoiceValue;
  };
  /**
   * Other odds for hands of the main table.
   */
  pay?: {
    [k: string]: number;
  };
  rounds: number;
  bankroll_antes?: number | null;
  /**
   * With a bankroll: stop when ahead by this much.
   */
  target_antes?: number | null;
  /**
   * With a bankroll: ruined with less than this.
   */
  ruin_below_antes?: number | null;
  /**
   * What a table won over these rounds.
   */
  hold_cents?: number | null;
  /**
   * With a hold: the size of one ante.
   */
  ante_cents?: number | null;
  /**
   * With a hold, instead: all antes together.
   */
  dropped_cents?: number | null;
  /**
   * With a hold, instead: all money bet.
   */
  bet_cents?: number | null;
  confidence?: number;
}
/**
 * A sheet of King Cross Poker with room on it, and a roll.
 */
export interface KingHintRequest {
  /**
   * Null is an empty square, K the center.
   *
   * @minItems 5
   * @maxItems 5
   */
  grid: (string | null)[][];
  /**
   * Rank and suit, such as Th.
   */
  roll: string;
  /**
   * Whether achievements count.
   */
  bonus?: boolean;
  /**
   * Choice of the score card -> value.
   */
  options?: {
    [k: string]: ChoiceValue;
  };
}
/**
 * A finished match of King Cross Poker, to be judged placement by placement.
 */
export interface KingReviewRequest {
  /**
   * A match record, such as a table or `king play` exports.
   */
  record: {
    [k: string]: unknown;
  };
  /**
   * This seat alone.
   */
  seat?: number | null;
  /**
   * Also the best sheet in hindsight.
   */
  best?: boolean;
  /**
   * How long to look for that sheet; by default a fixed search.
   */
  seconds?: number | null;
}
/**
 * A sheet to be read, and the card that waits for a square.
 */
export interface KingReadRequest {
  /**
   * Null is an empty square, K the center.
   *
   * @minItems 5
   * @maxItems 5
   */
  grid: (string | null)[][];
  /**
   * The rolled card, or what a wild roll is to become; null for none.
   */
  card?: string | null;
  /**
   * Whether achievements count.
   */
  bonus?: boolean;
  /**
   * Choice of the score card -> value.
   */
  options?: {
    [k: string]: ChoiceValue;
  };
}
/**
 * A game of one sheet, played on paper or in the browser, to be checked and scored.
 */
export interface KingMatchRequest {
  /**
   * @maxItems 24
   */
  placements: KingPlacement[];
  /**
   * Whether achievements count.
   */
  bonus?: boolean;
  /**
   * Choice of the score card -> value.
   */
  options?: {
    [k: string]: ChoiceValue;
  };
  /**
   * When the rolls are those of a day.
   */
  daily?: KingDailyTry | null;
}
/**
 * One roll and where it went.
 */
export interface KingPlacement {
  /**
   * Rank and suit, such as Th.
   */
  rolled: string;
  /**
   * Column and row, such as b4.
   */
  square: string;
  /**
   * The rolled card, or what a wild roll became.
   */
  card: string;
}
/**
 * Which day a sheet is of, and what its result has to say besides the points.
 */
export interface KingDailyTry {
  day: string;
  /**
   * Rolls for which a hint was asked.
   */
  hint_count?: number;
  /**
   * How often the day was played before.
   */
  games_before?: number;
  /**
   * What the first of those games made.
   */
  first_total?: number | null;
}
/**
 * A request for a guest account.
 */
export interface GuestRequest {
  name: string;
  /**
   * Replace the guest of the cookie. Only the recovery code brings that guest back.
   */
  replace?: boolean;
}
/**
 * The code that moves a guest to this browser.
 */
export interface RecoverRequest {
  code: string;
  /**
   * Replace the guest of the cookie. Only the recovery code brings that guest back.
   */
  replace?: boolean;
}
/**
 * Another name for a guest.
 */
export interface RenameRequest {
  name: string;
}
/**
 * A free refill of the wallet.
 */
export interface RefillRequest {
  /**
   * 128 bits in hex, made by the client, new for each action.
   */
  id: string;
}
/**
 * A table to open; see `TableTerms`.
 */
export interface OpenTableRequest {
  /**
   * 128 bits in hex, made by the client, new for each action.
   */
  id: string;
  title: string;
  game: 'criss-cross' | 'king-cross';
  table_kind: 'practice' | 'live';
  /**
   * A rule book id, or the text of a rules submission.
   */
  rules: string;
  options?: {
    [k: string]: ChoiceValue;
  };
  is_private?: boolean;
  /**
   * Private tables: the host rules on rounds. Practice tables always have it.
   */
  host_rules?: boolean;
  seat_count?: number;
  /**
   * 0 for no clock; null for what is usual.
   */
  decision_seconds?: number | null;
  /**
   * 0 for no clock; null for what is usual.
   */
  betting_seconds?: number | null;
  pace_ms?: number;
  /**
   * A closed table of yours, whose meters this one takes over.
   */
  succeeds?: string | null;
}
/**
 * A request at a table, over HTTP.
 */
export interface AskRequest {
  /**
   * 128 bits in hex, made by the client, new for each action.
   */
  id: string;
  request: TableRequest;
}
/**
 * Anybody: takes a free seat. A player has one seat at a table.
 */
export interface Sit {
  seat: number;
  kind: 'sit';
}
/**
 * Seated: gives the seat up; in a round the table decides for it until the round is over.
 */
export interface Leave {
  kind: 'leave';
}
/**
 * Seated: is not waited for from here on.
 */
export interface SitOut {
  kind: 'sit_out';
}
/**
 * Seated: takes part again.
 */
export interface SitIn {
  kind: 'sit_in';
}
/**
 * Seated: continue as soon as everyone is ready.
 */
export interface Ready {
  kind: 'ready';
}
/**
 * Player of a seat: commits to a seed for this round. Replaces an earlier commitment until the lock.
 */
export interface CommitSeed {
  round: string;
  commitment: string;
  kind: 'commit_seed';
}
/**
 * Player of a locked seat: opens the commitment, after the lock and before the first card or roll.
 */
export interface RevealSeed {
  round: string;
  nonce: string;
  seed: string;
  kind: 'reveal_seed';
}
/**
 * Seated: an action of the game, in this round.
 */
export interface Act {
  round: string;
  action: Action | KingAction;
  kind: 'act';
}
/**
 * Seat: the whole set of wagers before the first card; a second set replaces the first.
 */
export interface PlaceWagers {
  wagers: {
    [k: string]: number;
  };
  kind: 'place_wagers';
}
/**
 * Seat: takes the whole set back, before betting closes.
 */
export interface WithdrawWagers {
  kind: 'withdraw_wagers';
}
/**
 * System or floor: "no more bets".
 */
export interface CloseBetting {
  kind: 'close_betting';
}
/**
 * Chance: all 52 cards, first card dealt first.
 */
export interface Shuffle {
  deck: string[];
  kind: 'shuffle';
}
/**
 * Chance: the symbol where the awaited wheel stops; for Community the position from 1, as text.
 */
export interface Spin {
  wheel: 'bonus_spin' | 'community' | 'hot_spot';
  seat: number | null;
  symbol: string;
  kind: 'spin';
}
/**
 * Chance: the seat that is the Hot Spot of Bonus Spin Xtreme.
 */
export interface DrawHotSpot {
  seat: number;
  kind: 'draw_hot_spot';
}
/**
 * System: the next `cards` cards in the rule book's order, or all that are left.
 */
export interface Deal {
  cards?: number | null;
  kind: 'deal';
}
/**
 * Seat: a multiple of the ante on the spot of this stage.
 */
export interface Bet {
  stage: 'across' | 'down' | 'middle';
  multiple: number;
  kind: 'bet';
}
/**
 * Seat: gives up the antes and bets made so far.
 */
export interface Fold {
  stage: 'across' | 'down' | 'middle';
  kind: 'fold';
}
/**
 * System: the player has left or run out of time, and the table decides from now on (reading R15).
 */
export interface Abandon {
  seat: number;
  kind: 'abandon';
}
/**
 * System: the floor removed the player; the table folds for the seat, whose other wagers stay (reading R15).
 */
export interface TakeOver {
  seat: number;
  kind: 'take_over';
}
/**
 * Floor: an irregularity, with the place of the card where one was exposed.
 */
export interface Report {
  irregularity: string;
  place?: string | null;
  kind: 'report';
}
/**
 * Floor: every wager of a player who broke a rule of conduct (reading R16).
 */
export interface ForfeitSeat {
  seat: number;
  reason: string;
  kind: 'forfeit_seat';
}
/**
 * Floor or system: the round can't continue, for a reason that no clause names; everything is returned.
 */
export interface VoidRound {
  reason: string;
  kind: 'void_round';
}
/**
 * System: settles the next `count` wagers, or all that can be settled before the next spin.
 */
export interface Settle {
  wagers?: number | null;
  kind: 'settle';
}
/**
 * Chance: the faces of the d12 and the d4, for everybody or for the seat whose roll is due.
 */
export interface RollDice {
  value: number;
  suit: number;
  kind: 'roll_dice';
}
/**
 * Seat: puts the card of this roll on a square; for a wild roll, the card that it becomes.
 */
export interface Place {
  roll: number;
  square: string;
  card: string;
  kind: 'place';
}
/**
 * System: the player has run out of time; the table places this roll (reading K17).
 */
export interface PlaceFor {
  seat: number;
  roll: number;
  kind: 'place_for';
}
/**
 * System: the player has left; the table places from now on (reading K17).
 */
export interface AbandonSheet {
  seat: number;
  kind: 'abandon_sheet';
}
/**
 * Host: seat a bot.
 */
export interface AddBot {
  seat: number;
  policy: string;
  kind: 'add_bot';
}
/**
 * Host: a bot leaves.
 */
export interface RemoveBot {
  seat: number;
  kind: 'remove_bot';
}
/**
 * Floor: an action of the game that only the floor may ask for, such as reporting an irregularity.
 */
export interface Rule {
  round: string;
  action: Action | KingAction;
  kind: 'rule';
}
/**
 * Floor: pauses the table now. Host: when the round in progress ends. A pause without a reason gets one later, by
 * the same request.
 */
export interface Pause {
  reason?: string;
  kind: 'pause';
}
/**
 * Floor: lets the table go on. Host: after their own pause.
 */
export interface Resume {
  kind: 'resume';
}
/**
 * Floor: take no wager until the table is put back; an open round is played to its end.
 */
export interface TakeOutOfService {
  reason: string;
  kind: 'take_out_of_service';
}
/**
 * Floor: wagers are taken again.
 */
export interface PutInService {
  kind: 'put_in_service';
}
/**
 * Floor: writes an incident down.
 */
export interface Note {
  says: string;
  kind: 'note';
}
/**
 * Floor: moves chips between the house and a player for a round that is over.
 */
export interface Correct {
  round: string;
  seat: number;
  cents: number;
  clause: string;
  reason: string;
  kind: 'correct';
}
/**
 * Floor or operator: removes a player. In a contest the table folds for the seat, which is freed when it ends.
 */
export interface RemovePlayer {
  seat: number;
  kind: 'remove_player';
}
/**
 * Operator, or host of a practice or private table: makes a guest floor of this table.
 */
export interface Grant {
  player: string;
  kind: 'grant';
}
/**
 * Operator, or host of a practice or private table: revoke a floor manager.
 */
export interface Revoke {
  player: string;
  kind: 'revoke';
}
/**
 * Operator: gives the table another title.
 */
export interface RenameTable {
  title: string;
  kind: 'rename_table';
}
/**
 * Host: ends the table for good, between two rounds. Operator: at any time; an open round is voided first.
 */
export interface CloseTable {
  reason: string;
  kind: 'close_table';
}
/**
 * The server is up.
 */
export interface Health {
  status: 'ok';
  version: string;
}
/**
 * Why nothing was done: every reason as a sentence and in parts, and all sentences in one line.
 */
export interface Refusal {
  error: string;
  /**
   * Every reason as a sentence.
   */
  faults: string[];
  /**
   * The refusal as a whole; `bad_request` where the input itself can't be used.
   */
  code: RefusalCode | IllegalActionCode | FaultCode;
  /**
   * The field of the first reason.
   */
  field: string;
  /**
   * The parameters of the first reason.
   */
  params: {
    [k: string]: ParamItem | ParamItem[];
  };
  /**
   * Every reason in parts, in the order of `faults`.
   */
  details: FaultDetail[];
}
/**
 * One reason for a refusal, in parts.
 */
export interface FaultDetail {
  /**
   * What is wrong: choose your own words by it.
   */
  code: RefusalCode | IllegalActionCode | FaultCode;
  /**
   * The path to the value it is about; empty where it is about the whole.
   */
  field: string;
  /**
   * The values that the message was made from, by name.
   */
  params: {
    [k: string]: ParamItem | ParamItem[];
  };
  /**
   * The sentence without the field before it and the clause behind it.
   */
  message: string;
  /**
   * The clause or reading it breaks; empty where it breaks none.
   */
  clause: string;
}
/**
 * Every rule book that is shipped, and the texts that wait for one.
 */
export interface RuleBooksAnswer {
  rule_books: RuleBookSummary[];
  texts: TextSummary[];
  /**
   * The rule book of a guest who hasn't chosen one.
   */
  default: string;
}
/**
 * One published rule set, with every choice at its default.
 */
export interface RuleBookSummary {
  id: string;
  version: number;
  title: string;
  publisher: string;
  /**
   * SHA-256 over the canonical JSON of the resolved document.
   */
  hash: string;
  seats: number;
  /**
   * Odds of the bets, best hand first.
   */
  main_pays: {
    [k: string]: number;
  };
  /**
   * Titles of the bonus wagers it offers.
   */
  bonus_spots: string[];
  ante_minimum_cents: number;
  ante_maximum_cents: number;
  /**
   * In force by default; null is no limit.
   */
  aggregate_limit_cents: number | null;
  clauses: number;
  readings: number;
  /**
   * A rules submission with the progressive wagers of the text on example wheels, or null.
   */
  progressives: string | null;
}
/**
 * A rule text that has a register of clauses but no rule book yet.
 */
export interface TextSummary {
  id: string;
  text: string;
  publisher: string;
  clauses: number;
  readings: number;
}
/**
 * How King Cross is played and scored, with every choice at its default.
 */
export interface ScoringAnswer {
  id: string;
  version: number;
  title: string;
  hash: string;
  most_seats: number;
  rolls: number;
  rolls_clause: string;
  rolls_reading: string | null;
  wild_may_be_king: boolean;
  wild_clause: string;
  wild_reading: string | null;
  points_clause: string;
  /**
   * The best hand first.
   */
  points: ScoredHand[];
  achievements: ScoredAchievement[];
  choices: ScoringChoice[];
}
/**
 * The points of one hand on a King Cross sheet.
 */
export interface ScoredHand {
  hand: string;
  points: number;
}
/**
 * A bonus for the whole sheet, and what it takes.
 */
export interface ScoredAchievement {
  id: string;
  title: string;
  points: number;
  /**
   * How many lines it takes, where it counts lines.
   */
  lines: number | null;
  /**
   * The hands that count, where only some do.
   */
  hands: string[];
  squares: string[];
  cards: string[];
  clause: string;
  reading: string | null;
}
/**
 * Something that a host may read another way.
 */
export interface ScoringChoice {
  name: string;
  default: ChoiceValue;
  clause: string;
  reading: string | null;
  says: string;
}
/**
 * One rule book, resolved.
 */
export interface RuleBookAnswer {
  id: string;
  version: number;
  title: string;
  hash: string;
  document: BookDocument;
  choices: Choice[];
  /**
   * In force; null is no limit.
   */
  aggregate_limit_cents: number | null;
  /**
   * The irregularities that can arise with the dealing method and shuffler chosen.
   */
  arising: string[];
  /**
   * The Community lists of Bonus Spin as the text prints them.
   */
  community_lists: CommunityPays[];
  /**
   * Wagers that cannot win, or that return more than they cost.
   */
  warnings: FaultDetail[];
}
/**
 * A whole resolved rule book.
 */
export interface BookDocument {
  id: string;
  version: number;
  title: string;
  publisher: string;
  dealing_method: string;
  shuffler: 'none' | 'automatic' | 'counting';
  table_unit_cents: number;
  choices: {
    [k: string]:
      | ChoiceValue
      | {
          [k: string]:
            | number
            | string
            | {
                [k: string]: number;
              }
            | {
                [k: string]: {
                  [k: string]: number;
                };
              };
        };
  };
  seats: SeatsEntry;
  deck: DeckEntry;
  hands: HandsEntry;
  spots: {
    [k: string]: SpotEntry;
  };
  pay_tables: {
    [k: string]: PayTableEntry;
  };
  aggregate_limit: LimitEntry;
  stages: StageEntry[];
  dealing: {
    [k: string]: DealingEntry;
  };
  settlement: PassEntry[];
  irregularities: {
    [k: string]: IrregularityEntry;
  };
  abandoned: AbandonedEntry;
  conduct?: ConductEntry;
  progressives?: ProgressivesEntry;
}
/**
 * How many may sit down.
 */
export interface SeatsEntry {
  count: number;
  one_per_player: boolean;
  clause?: string;
  reading?: string;
  decided_by?: 'clause' | 'both';
}
/**
 * The cards in use.
 */
export interface DeckEntry {
  cards: number;
  decks: number;
  decks_with_shuffler: number;
  rotation_clause: string;
  clause?: string;
  reading?: string;
  decided_by?: 'clause' | 'both';
}
/**
 * How five cards rank where texts differ.
 */
export interface HandsEntry {
  ace_low_straight: boolean;
  clause?: string;
  reading?: string;
  decided_by?: 'clause' | 'both';
}
/**
 * A place for chips.
 */
export interface SpotEntry {
  title: string;
  kind: 'ante' | 'main' | 'bonus';
  hand: 'across' | 'down' | 'higher' | 'community' | 'hole_and_bonus';
  placed: 'betting' | ('across' | 'down' | 'middle');
  pays: string;
  required?: boolean;
  offered?: boolean;
  equal_to?: string;
  multiple_of?: string;
  multiples?: number[];
  needs?: string[];
  survives_fold?: boolean;
  minimum_cents?: number;
  maximum_cents?: number;
  limits_clause?: string;
  limits_reading?: string;
  clause?: string;
  reading?: string;
  decided_by?: 'clause' | 'both';
}
/**
 * Odds to 1 by hand: 0 pushes, -1 loses, and a hand that is not named loses.
 */
export interface PayTableEntry {
  royal_flush?: number;
  straight_flush?: number;
  four_of_a_kind?: number;
  full_house?: number;
  flush?: number;
  straight?: number;
  three_of_a_kind?: number;
  two_pair?: number;
  pair_jacks_or_better?: number;
  pair_6s_to_10s?: number;
  pair_2s_to_5s?: number;
  high_card?: number;
  clause?: string;
  reading?: string;
  decided_by?: 'clause' | 'both';
}
/**
 * The aggregate limit as the text and the house set it; `RuleBookAnswer` has the amount in force.
 */
export interface LimitEntry {
  amount_cents: number;
  covers: string[];
  must_cover: string[];
  must_cover_clause?: string;
  must_cover_reading?: string;
  bound?: 'at_most' | 'at_least' | 'none';
  bound_cents?: number;
  unset_means?: 'bound' | 'no_limit';
  clause?: string;
  reading?: string;
  decided_by?: 'clause' | 'both';
}
/**
 * One decision and the cards turned after it.
 */
export interface StageEntry {
  id: 'across' | 'down' | 'middle';
  seats: 'from_left' | 'from_right';
  order_clause?: string;
  reveals: string[];
  decision_clause: string;
  fold_clause: string;
  reveal_clause: string;
  reading?: string;
}
/**
 * How one dealing method lays out the cards.
 */
export interface DealingEntry {
  order: string[];
  needs_shuffler?: boolean;
  needs_shuffler_clause?: string;
  deck_change_hours?: number;
  deck_change_clause?: string;
  stub_count_every_rounds?: number;
  stub_count_shufflers?: ('none' | 'automatic' | 'counting')[];
  stub_count_clause?: string;
  clause?: string;
  reading?: string;
  decided_by?: 'clause' | 'both';
}
/**
 * Once round the table, settling.
 */
export interface PassEntry {
  seats: 'from_left' | 'from_right';
  shows: 'hands' | 'bonus_cards' | 'nothing';
  steps: StepEntry[];
  clause?: string;
  reading?: string;
  decided_by?: 'clause' | 'both';
}
/**
 * Part of one seat's turn in a settlement pass.
 */
export interface StepEntry {
  results: ('win' | 'push' | 'lose' | 'forfeit')[];
  spots: string[];
}
/**
 * The outcome of an irregularity, the first time, the second time and so on.
 */
export interface IrregularityEntry {
  outcomes: (
    | 'play_on'
    | 'use_as_next'
    | 'back_up'
    | 'set_card_aside'
    | 'reshuffle'
    | 'replace_deck'
    | 'void'
    | 'void_and_remove_deck'
  )[];
  says: string;
  counts_with?: string;
  methods?: string[];
  shufflers?: ('none' | 'automatic' | 'counting')[];
  needs_shuffler?: boolean;
  by_method?: {
    [k: string]: MethodEntry;
  };
  clause?: string;
  reading?: string;
  decided_by?: 'clause' | 'both';
}
/**
 * The clause that decides under one dealing method, and its outcomes where they differ.
 */
export interface MethodEntry {
  outcomes?: (
    | 'play_on'
    | 'use_as_next'
    | 'back_up'
    | 'set_card_aside'
    | 'reshuffle'
    | 'replace_deck'
    | 'void'
    | 'void_and_remove_deck'
  )[];
  clause?: string;
  reading?: string;
  decided_by?: 'clause' | 'both';
}
/**
 * The outcome for the wagers of a player who leaves.
 */
export interface AbandonedEntry {
  outcome: 'fold' | 'lose_all';
  lose_all_clause?: string;
  clause?: string;
  reading?: string;
  decided_by?: 'clause' | 'both';
}
/**
 * A reason for which a player may forfeit every wager, and the clause broken.
 */
export interface ConductEntry {
  reasons: {
    [k: string]: string;
  };
  clause?: string;
  reading?: string;
  decided_by?: 'clause' | 'both';
}
/**
 * The progressive wagers that the house offers.
 */
export interface ProgressivesEntry {
  bonus_spin?: BonusSpinEntry;
  xtreme?: XtremeEntry;
}
/**
 * The Bonus Spin wager. Its jackpot pays a meter, or the fixed prize where there is no meter.
 */
export interface BonusSpinEntry {
  title: string;
  clause: string;
  reading: string;
  sizes_clause: string;
  sizes_cents: number[];
  spins_cents: number;
  wheel: string;
  example: boolean;
  segments: SegmentEntry[];
  community: string;
  community_pays: CommunityPaysEntry[];
  jackpot_name: string;
  meter?: MeterEntry;
  prize_cents?: number;
  prize_name?: string;
}
/**
 * One segment of a wheel; the jackpot has no `cents`, because its meter or prize says what it pays.
 */
export interface SegmentEntry {
  symbol: string;
  weight: number;
  cents?: number;
  clause: string;
}
/**
 * The prizes of two-amount symbols for the other seats, for one size of wager.
 */
export interface CommunityPaysEntry {
  size_cents: number;
  pays: CommunityPayEntry[];
}
/**
 * The prize of one symbol for a seat with the wager.
 */
export interface CommunityPayEntry {
  symbol: string;
  cents: number;
  clause: string;
}
/**
 * The start of a meter, and the share of each wager that it gets, in parts per million.
 */
export interface MeterEntry {
  rate_ppm: number;
  initial_cents: number;
  reset_cents: number;
  clause: string;
}
/**
 * The Bonus Spin Xtreme wager.
 */
export interface XtremeEntry {
  title: string;
  clause: string;
  reading: string;
  sizes_clause: string;
  event:
    | 'hole_pair'
    | 'royal_flush'
    | 'straight_flush'
    | 'four_of_a_kind'
    | 'full_house'
    | 'flush'
    | 'straight'
    | 'three_of_a_kind'
    | 'two_pair'
    | 'pair_jacks_or_better'
    | 'pair_6s_to_10s'
    | 'pair_2s_to_5s'
    | 'high_card';
  sizes: XtremeSizeEntry[];
  wheels: {
    [k: string]: XtremeWheelEntry;
  };
  community_lists: {
    [k: string]: CommunityPayEntry[];
  };
  community_example: boolean;
  community_weights: number[];
  jackpot_name: string;
}
/**
 * One size of Xtreme wager, with the letters of its wheel and its Community list.
 */
export interface XtremeSizeEntry {
  size_cents: number;
  wheel: string;
  community: string;
}
/**
 * One wheel of Xtreme and its meter; `example` says that the weights are ours and no house's.
 */
export interface XtremeWheelEntry {
  example: boolean;
  segments: SegmentEntry[];
  meter: MeterEntry;
}
/**
 * Something the text leaves to the house, or that a house may read another way.
 */
export interface Choice {
  name: string;
  type: 'boolean' | 'cents' | 'text' | 'spots' | 'table';
  /**
   * Null for a table, which a house makes or leaves out.
   */
  default: ChoiceValue | null;
  /**
   * Null for a table: only rules submissions hold tables.
   */
  value: ChoiceValue | null;
  least: number | null;
  most: number | null;
  /**
   * Whether `most` is our own bound and not the rule text's.
   */
  most_is_ours: boolean;
  values: string[];
  clause: string;
  reading: string | null;
  says: string;
}
/**
 * The prizes of a printed Community list for one size of wager.
 */
export interface CommunityPays {
  /**
   * The letter of the list.
   */
  letter: string;
  size_cents: number;
  clause: string;
  pays: CommunityPay[];
  /**
   * Why no wheel shows these symbols; empty where a wheel may.
   */
  note: string;
}
/**
 * One item of a printed Community list: a symbol with two amounts.
 */
export interface CommunityPay {
  /**
   * Both amounts in dollars, such as `100&20`.
   */
  symbol: string;
  /**
   * Paid to the seat that spins the symbol.
   */
  first_cents: number;
  /**
   * Paid to every other seat with a wager of this size.
   */
  cents: number;
  clause: string;
}
/**
 * Whether a rules submission is allowed.
 */
export interface SubmissionAnswer {
  valid: boolean;
  /**
   * The rule book that it names; null where it names none.
   */
  rules: string | null;
  /**
   * Of the resolved rules; null where it is not valid.
   */
  hash: string | null;
  facility: string;
  /**
   * Everything that is wrong with it.
   */
  faults: SubmissionFault[];
  /**
   * Wagers that cannot win, or that return more than they cost.
   */
  warnings: SubmissionFault[];
}
/**
 * Something wrong with a submission, or worth a warning.
 */
export interface SubmissionFault {
  /**
   * What is wrong: choose your own words by it.
   */
  code: RefusalCode | IllegalActionCode | FaultCode;
  /**
   * The path to the value it is about; empty where it is about the whole.
   */
  field: string;
  /**
   * The values that the message was made from, by name.
   */
  params: {
    [k: string]: ParamItem | ParamItem[];
  };
  /**
   * The sentence without the field before it and the clause behind it.
   */
  message: string;
  /**
   * The clause or reading it breaks; empty where it breaks none.
   */
  clause: string;
  /**
   * The line of the file; null where it has no such table.
   */
  line: number | null;
}
/**
 * Every clause of one text.
 */
export interface ClausesAnswer {
  rules: string;
  text: string;
  publisher: string;
  clauses: ClauseEntry[];
}
/**
 * One numbered clause of a published text, in our words, and how it is met.
 */
export interface ClauseEntry {
  id: string;
  says: string;
  met: 'engine' | 'choice' | 'procedure' | 'physical' | 'not yet';
  /**
   * Data entries, choices, procedure or tests that show it.
   */
  shown_by: string[];
  /**
   * What is missing; only and always with `not yet`.
   */
  missing: string | null;
  /**
   * The reading that interprets it.
   */
  reading: string | null;
}
/**
 * The readings that bear on one text.
 */
export interface ReadingsAnswer {
  rules: string;
  readings: ReadingEntry[];
}
/**
 * How a point is read on which the texts are silent, unclear or at odds.
 */
export interface ReadingEntry {
  id: string;
  title: string;
  /**
   * Each as rule book and clause: `massachusetts 5(a)`.
   */
  clauses: string[];
  says: string;
  why: string;
  /**
   * The choice with which a house can read it otherwise.
   */
  option: string | null;
  state: 'in force' | 'in part' | 'not yet';
  /**
   * What it lacks, unless all of it is in force.
   */
  missing: string | null;
}
/**
 * The procedure of a table for one dealing method, phase by phase.
 */
export interface ProcedureAnswer {
  rules: string;
  method: string;
  methods: string[];
  wagers: ProcedureWager[];
  parts: ProcedurePart[];
}
/**
 * A wager that a table may offer or not, and that some steps are about.
 */
export interface ProcedureWager {
  id: string;
  title: string;
  /**
   * Whether the steps listed are those of a table that offers it.
   */
  is_offered: boolean;
}
/**
 * Steps that belong together.
 */
export interface ProcedurePart {
  phase: string;
  title: string;
  steps: ProcedureStep[];
}
/**
 * One step of a procedure, and who takes it.
 */
export interface ProcedureStep {
  number: number;
  who: 'dealer' | 'floorperson' | 'operator' | 'player' | 'device';
  says: string;
  clause: string;
}
/**
 * The exact value of each action of a decision, and why.
 */
export interface AdviseAnswer {
  /**
   * Not there in advice at a table.
   */
  report?: ReportEntry | null;
  rules: string;
  decision: 'across' | 'down' | 'middle';
  best: string;
  /**
   * `fold`, `1x`, ... -> antes for the whole round.
   */
  ev: {
    [k: string]: number;
  };
  /**
   * What each action gives away against the best, in antes.
   */
  cost: {
    [k: string]: number;
  };
  numerators: {
    [k: string]: number;
  };
  denominator: number;
  /**
   * For `across`, `down` and the `higher` of both.
   */
  chances: {
    [k: string]: LineChances;
  };
  /**
   * Where only the middle card is open.
   */
  middle_cards: {
    [k: string]: {
      [k: string]: MiddleCard;
    };
  };
  explained: string[];
}
/**
 * The header of a report: its rules, their changes, the program, the date and the request.
 */
export interface ReportEntry {
  /**
   * What the rules are called, with MODIFIED where they were changed.
   */
  rules: string;
  /**
   * SHA-256 of the rules with every change applied.
   */
  rules_hash: string | null;
  /**
   * The published rule book that they rest on.
   */
  rule_book: string | null;
  submission: string | null;
  facility: string | null;
  modified: boolean;
  changes: string[];
  title: string;
  version: string;
  /**
   * The day on which the figures were computed, UTC.
   */
  date: string;
  /**
   * The command, or the route of the interface.
   */
  command: string;
}
/**
 * How a line may end.
 */
export interface LineChances {
  pays: number;
  pushes: number;
  loses: number;
  hands: {
    [k: string]: number;
  };
}
/**
 * The hand that one middle card would make of a line.
 */
export interface MiddleCard {
  hand: string;
  bet: 'pays' | 'pushes' | 'loses';
}
/**
 * The main game solved exactly, and each bonus wager.
 */
export interface SolveAnswer {
  report: ReportEntry;
  rules: string;
  rule_book_hash: string;
  pay: {
    [k: string]: number;
  };
  ace_low_straight: boolean;
  bet_multiples: number[];
  deals: number;
  ev: Exact;
  house_edge: OfAntes;
  element_of_risk: number;
  average_total_wager: number;
  standard_deviation: number;
  variance: Exact;
  skewness: number;
  folds: {
    [k: string]: number;
  };
  rounds: {
    [k: string]: number;
  };
  starting_hands: {
    [k: string]: StartingHand;
  };
  wagers: {
    [k: string]: WagerResult;
  };
  distribution: DistributionEntry[];
  bonus: {
    [k: string]: BonusWager;
  };
}
/**
 * A fraction, and the number that comes nearest.
 */
export interface Exact {
  numerator: number;
  denominator: number;
  value: number;
}
/**
 * A share by both usual bases.
 */
export interface OfAntes {
  one_ante: number;
  both_antes: number;
}
/**
 * One of the 169 starting hands.
 */
export interface StartingHand {
  best: string;
  /**
   * `fold`, `1x`, ... -> antes for the whole round.
   */
  ev: {
    [k: string]: number;
  };
  holes: number;
}
/**
 * The total of one wager over all deals, in antes.
 */
export interface WagerResult {
  staked: number;
  net: number;
  /**
   * Hand -> a sum over all deals.
   */
  by_hand: {
    [k: string]: number;
  };
  /**
   * Hand -> a sum over all deals.
   */
  deals: {
    [k: string]: number;
  };
}
/**
 * How many deals end at one net result, in antes.
 */
export interface DistributionEntry {
  net: number;
  deals: number;
}
/**
 * One bonus wager, alone.
 */
export interface BonusWager {
  house_edge: number;
  numerator: number;
  denominator: number;
  standard_deviation: number;
  hit_rate: number;
  /**
   * Hand -> a sum over all deals.
   */
  counts: {
    [k: string]: number;
  };
  /**
   * Only there where `joint` was asked for.
   */
  with_main_game?: CountedJoint | SampledJoint | null;
}
/**
 * How a bonus wager varies with the main game, counted over all deals.
 */
export interface CountedJoint {
  method: 'exact';
  covariance: number;
  exact: Exact;
}
/**
 * How a bonus wager varies with the main game, sampled.
 */
export interface SampledJoint {
  method: 'sampled';
  covariance: number;
  standard_error: number;
  rounds: number;
  seed: number;
}
/**
 * The strategy card that was asked for, and all that were grown.
 */
export interface StrategyAnswer {
  report: ReportEntry;
  rules: string;
  rule_book_hash: string;
  card: PricedCard;
  cards: PricedCard[];
}
/**
 * A strategy card and what it costs, exactly.
 */
export interface PricedCard {
  lines: number;
  /**
   * Decision -> lines; the first that fits decides.
   */
  rules: {
    [k: string]: string[];
  };
  says: CardLine[];
  ev: Exact;
  cost: OfAntes;
}
/**
 * One line of a strategy card, as people say it.
 */
export interface CardLine {
  decisions: string[];
  says: string;
}
/**
 * Where rounds of one seat at flat stakes end, in antes.
 */
export interface SessionAnswer {
  report: ReportEntry;
  rules: string;
  pay: {
    [k: string]: number;
  };
  play: 'optimal';
  unit: 'ante';
  rounds: number;
  mean: Exact;
  standard_deviation: number;
  ahead: number;
  even: number;
  behind: number;
  error_bound: number;
  quantiles: Quantile[];
  rounds_to_tell: RoundsToTellEntry | null;
  ruin: RuinEntry | null;
  hold: HoldEntry | null;
}
/**
 * The net result, in antes, at or below which a share of all sessions ends.
 */
export interface Quantile {
  share: number;
  net: number;
}
/**
 * After how many rounds the side with the edge is ahead with that chance.
 */
export interface RoundsToTellEntry {
  confidence: number;
  normal: number;
  exact: number | null;
}
/**
 * The fate of a bankroll, in antes.
 */
export interface RuinEntry {
  bankroll: number;
  ruined_below: number;
  target: number | null;
  ruined: number;
  reached: number | null;
  plays_on: number;
  error_bound: number;
}
/**
 * The win of a table beside its expected win.
 */
export interface HoldEntry {
  win_cents: number;
  ante_cents: number;
  expected_cents: number;
  confidence: number;
  low_cents: number;
  high_cents: number;
  within: boolean;
  p_value: number;
  share_of_antes_dropped: HoldShares;
  share_of_money_bet: HoldSharesOfBets;
}
/**
 * A hold as shares of one base.
 */
export interface HoldShares {
  base_cents: number;
  actual: number;
  expected: number;
  low: number;
  high: number;
}
/**
 * A hold as shares of all money bet, which is given or expected.
 */
export interface HoldSharesOfBets {
  base_cents: number;
  actual: number;
  expected: number;
  low: number;
  high: number;
  base: 'given' | 'expected';
}
/**
 * Every legal placement of a roll, the best first.
 */
export interface KingHintAnswer {
  /**
   * Not there in advice at a table.
   */
  report?: ReportEntry | null;
  roll: string;
  is_wild: boolean;
  bonus: boolean;
  best: BestPlacement;
  placements: PlacementHint[];
  score_card: string;
  score_card_hash: string;
}
/**
 * The best placement of a roll.
 */
export interface BestPlacement {
  square: string;
  card: string;
  value: number;
}
/**
 * One legal placement, the final score to be expected, and what makes the difference.
 */
export interface PlacementHint {
  square: string;
  card: string;
  value: number;
  loss: number;
  against: string | null;
  reasons: ReasonEntry[];
}
/**
 * A part of the difference between two placements, in points; a line has its number under `hand`.
 */
export interface ReasonEntry {
  kind: string;
  hand?: number | null;
  points: number;
}
/**
 * A finished match judged, seat by seat.
 */
export interface KingReviewAnswer {
  report: ReportEntry;
  mode: string;
  bonus: boolean;
  score_card: string;
  score_card_hash: string;
  seats: SeatReviewEntry[];
}
/**
 * One sheet looked at again.
 */
export interface SeatReviewEntry {
  seat: number;
  total: number;
  start: number;
  luck: number;
  points_lost: number;
  moves: ReviewedPlacement[];
  best: HindsightSheet | null;
}
/**
 * One roll as it was played, with its judgement in points.
 */
export interface ReviewedPlacement {
  number: number;
  rolled: string;
  square: string;
  card: string;
  decided_by: 'player' | 'table';
  best_square: string;
  best_card: string;
  expected: number;
  loss: number;
  luck: number;
  reasons: ReasonEntry[];
}
/**
 * The best sheet that was found for the cards of a seat, and what no sheet of them exceeds.
 */
export interface HindsightSheet {
  grid: (string | null)[][];
  total: number;
  proven: boolean;
  bound: number;
}
/**
 * A sheet read: facts about its lines, squares and achievements, never advice.
 */
export interface KingReadAnswer {
  lines: LineReading[];
  achievements: AchievementReading[];
  squares: SquareReading[];
  wild: WildOption[] | null;
  secured: number;
  score_card: string;
  score_card_hash: string;
}
/**
 * One line and its hands.
 */
export interface LineReading {
  number: number;
  squares: string[];
  made: string;
  points: number;
  best: string;
  best_points: number;
  is_complete: boolean;
  steps: ('made' | 'possible' | 'gone')[];
}
/**
 * One achievement and its state.
 */
export interface AchievementReading {
  name:
    | 'straight_shooter'
    | 'jackpot'
    | 'pool_shark'
    | 'boat_captain'
    | 'law_and_order'
    | 'anarchy'
    | 'bottom_feeder'
    | 'dead_mans_hand';
  title: string;
  points: number;
  state: 'made' | 'on_course' | 'within_reach' | 'out_of_reach';
  count: number;
  of: number;
  reason: string;
}
/**
 * One square and the effect of the card there.
 */
export interface SquareReading {
  name: string;
  is_open: boolean;
  why: string | null;
  twin: string | null;
  twin_line: number | null;
  lines: LineReading[];
  secured: number;
  gain: number;
}
/**
 * A card that a wild roll may become, and the squares open to it.
 */
export interface WildOption {
  card: string;
  squares: string[];
}
/**
 * The practice sheet of a day: dice that follow from the date alone, the same for everyone.
 */
export interface KingDailyAnswer {
  day: string;
  /**
   * By UTC; later days have no dice yet.
   */
  today: string;
  /**
   * What the sheet is called.
   */
  name: string;
  /**
   * From which the dice are made.
   */
  text: string;
  /**
   * All 24, in their order.
   *
   * Items: Rank and suit, such as Th.
   */
  rolls: string[];
}
/**
 * The game as the rules have it.
 */
export interface KingMatchAnswer {
  record: ContestRecord;
  rules_hash: string;
  grid: (string | null)[][];
  /**
   * Once the sheet is full.
   */
  score: SeatScore | null;
  /**
   * The result of a day's sheet to pass on, once it is full.
   */
  share: string | null;
}
/**
 * The record of a round or match, as `crossfelt replay` and `crossfelt king review` read it.
 */
export interface ContestRecord {
  format: string;
  version: number;
  game: string;
  rules: string;
  rules_hash: string;
  rules_document: BookDocument | MatchDocument;
  seats: number[];
  carried: {
    [k: string]: string;
  };
  steps: RecordStep[];
}
/**
 * The rules of one match: its score card, who shares the dice, and whether achievements count.
 */
export interface MatchDocument {
  score_card: ScoreCardDocument;
  mode: 'solo' | 'communal' | 'own_dice';
  bonus: boolean;
}
/**
 * A whole resolved score card.
 */
export interface ScoreCardDocument {
  id: string;
  version: number;
  title: string;
  choices: {
    [k: string]: ChoiceValue;
  };
  seats: MostSeatsEntry;
  dice: DiceEntry;
  wild: WildEntry;
  points: PointsEntry;
  achievements: AchievementsEntry;
}
/**
 * How many sheets a match can have.
 */
export interface MostSeatsEntry {
  most: number;
  clause?: string;
  reading?: string;
}
/**
 * The faces of both dice, and how often they are rolled.
 */
export interface DiceEntry {
  values: number;
  suits: number;
  rolls: number;
  clause?: string;
  reading?: string;
}
/**
 * The cards that a wild roll may become.
 */
export interface WildEntry {
  may_be_king: boolean;
  clause?: string;
  reading?: string;
}
/**
 * The points of every hand.
 */
export interface PointsEntry {
  everything_else: number;
  one_pair: number;
  two_pair: number;
  three_of_a_kind: number;
  straight: number;
  flush: number;
  full_house: number;
  four_of_a_kind: number;
  straight_flush: number;
  royal_flush: number;
  clause?: string;
  reading?: string;
}
/**
 * Every achievement of the sheet, by its name.
 */
export interface AchievementsEntry {
  straight_shooter: LinesOfHandsAchievement;
  jackpot: LinesAchievement;
  pool_shark: SquaresAchievement;
  boat_captain: LinesOfHandsAchievement;
  law_and_order: LinesOfHandsAchievement;
  anarchy: AnarchyAchievement;
  bottom_feeder: HandsAchievement;
  dead_mans_hand: CardsAchievement;
}
/**
 * An achievement for a number of lines with certain hands.
 */
export interface LinesOfHandsAchievement {
  title: string;
  points: number;
  clause?: string;
  reading?: string;
  lines: number;
  hands: string[];
}
/**
 * An achievement for a number of lines.
 */
export interface LinesAchievement {
  title: string;
  points: number;
  clause?: string;
  reading?: string;
  lines: number;
}
/**
 * An achievement for certain squares of the sheet.
 */
export interface SquaresAchievement {
  title: string;
  points: number;
  clause?: string;
  reading?: string;
  squares: string[];
}
/**
 * An achievement for a number of lines without neighbors in rank.
 */
export interface AnarchyAchievement {
  title: string;
  points: number;
  clause?: string;
  reading?: string;
  lines: number;
  needs_points: boolean;
  scope: 'line' | 'neighbours';
}
/**
 * An achievement for certain hands.
 */
export interface HandsAchievement {
  title: string;
  points: number;
  clause?: string;
  reading?: string;
  hands: string[];
}
/**
 * An achievement for a hand with certain cards in it.
 */
export interface CardsAchievement {
  title: string;
  points: number;
  clause?: string;
  reading?: string;
  hands: string[];
  cards: string[];
}
/**
 * Who acted, what was asked, and what followed.
 */
export interface RecordStep {
  actor: string;
  action: Action | KingAction;
  events: (Event | KingEvent)[];
}
/**
 * A seat placed its wagers.
 */
export interface WagersPlaced {
  seat: number;
  wagers: {
    [k: string]: number;
  };
  kind: 'wagers_placed';
}
/**
 * A seat withdrew its wagers before betting closed.
 */
export interface WagersWithdrawn {
  seat: number;
  wagers: {
    [k: string]: number;
  };
  kind: 'wagers_withdrawn';
}
/**
 * "No more bets"; these seats are dealt in.
 */
export interface BettingClosed {
  seats: number[];
  kind: 'betting_closed';
}
/**
 * The deck. Sealed: stored encrypted, shown to nobody before the round is over.
 */
export interface Shuffled {
  deck: string[];
  kind: 'shuffled';
}
/**
 * The shuffled deck isn't used; another shuffle follows.
 */
export interface DeckWithdrawn {
  kind: 'deck_withdrawn';
}
/**
 * Cards were dealt to their places, face down.
 */
export interface CardsDealt {
  placements: Placement[];
  kind: 'cards_dealt';
}
/**
 * The card at a deck position (from 0) is at this place.
 */
export interface Placement {
  place: string;
  position: number;
}
/**
 * A seat made a bet.
 */
export interface BetPlaced {
  seat: number;
  spot: string;
  multiple: number;
  cents: number;
  kind: 'bet_placed';
}
/**
 * A seat is out of the main game; its chips stay in escrow until the round is settled.
 */
export interface SeatFolded {
  seat: number;
  stage: 'across' | 'down' | 'middle';
  decided_by: 'player' | 'table';
  kind: 'seat_folded';
}
/**
 * The player has left or run out of time; the table decides for this seat from now on.
 */
export interface SeatAbandoned {
  seat: number;
  kind: 'seat_abandoned';
}
/**
 * The floor removed the player: the table folds at the next decision, and nothing else is lost (reading R15).
 */
export interface SeatTakenOver {
  seat: number;
  kind: 'seat_taken_over';
}
/**
 * A seat loses every wager of the round.
 */
export interface SeatForfeited {
  seat: number;
  reason: string;
  clause: string;
  kind: 'seat_forfeited';
}
/**
 * Cards of the cross are turned after a decision.
 */
export interface CommunityRevealed {
  stage: 'across' | 'down' | 'middle';
  cards: {
    [k: string]: string;
  };
  kind: 'community_revealed';
}
/**
 * An irregularity, the rule book's outcome, and the clause that decided.
 */
export interface IrregularityRuled {
  irregularity: string;
  occurrence: number;
  outcome:
    | 'play_on'
    | 'use_as_next'
    | 'back_up'
    | 'set_card_aside'
    | 'reshuffle'
    | 'replace_deck'
    | 'void'
    | 'void_and_remove_deck';
  clause: string;
  place: string | null;
  card: string | null;
  kind: 'irregularity_ruled';
}
/**
 * A card that was dealt face up goes to the discards; the deal continues with the next one.
 */
export interface CardSetAside {
  position: number;
  card: string;
  kind: 'card_set_aside';
}
/**
 * A seat's cards are turned up to settle them.
 */
export interface HandShown {
  seat: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  cards: unknown[];
  kind: 'hand_shown';
}
/**
 * The cards beside the cross are turned up.
 */
export interface BonusCardsRevealed {
  cards: string[];
  kind: 'bonus_cards_revealed';
}
/**
 * The contributions of the round's progressive wagers to the meters, all at once, before the first seat is paid.
 */
export interface MetersGrew {
  growth: MeterGrowth[];
  kind: 'meters_grew';
}
/**
 * The contributions of one round to one meter; amounts as exact text.
 */
export interface MeterGrowth {
  meter: string;
  wagered: number;
  before: string;
  contributed: string;
  after: string;
}
/**
 * A wheel has stopped.
 */
export interface WheelSpun {
  wheel: 'bonus_spin' | 'community' | 'hot_spot';
  seat: number | null;
  symbol: string;
  kind: 'wheel_spun';
}
/**
 * One of the seats with an Xtreme wager is the Hot Spot.
 */
export interface HotSpotDrawn {
  seat: number;
  among: number[];
  kind: 'hot_spot_drawn';
}
/**
 * A Community Pay goes back because its seat has forfeited everything of the round (readings R15, R16 and P7).
 */
export interface CommunityPayTaken {
  wager: SettledWager;
  kind: 'community_pay_taken';
}
/**
 * One settled wager: its hand, its clause and every chip that it moves.
 */
export interface SettledWager {
  order: number;
  seat: number;
  spot: string;
  staked: number;
  result: 'win' | 'push' | 'lose' | 'forfeit';
  hand:
    | (
        | 'high_card'
        | 'pair_2s_to_5s'
        | 'pair_6s_to_10s'
        | 'pair_jacks_or_better'
        | 'two_pair'
        | 'three_of_a_kind'
        | 'straight'
        | 'flush'
        | 'full_house'
        | 'four_of_a_kind'
        | 'straight_flush'
        | 'royal_flush'
      )
    | null;
  odds: number | null;
  won: number;
  returned: number;
  cut: number;
  clause: string;
  prizes: Prize[];
}
/**
 * One amount won on a progressive wager.
 */
export interface Prize {
  kind: 'wheel' | 'jackpot' | 'community';
  symbol: string;
  won: number;
  clause: string;
  meter?: string | null;
  reset_cents?: number;
}
/**
 * One wager is settled.
 */
export interface WagerSettled {
  wager: SettledWager;
  kind: 'wager_settled';
}
/**
 * The last wager is settled; only a correction can still change the result.
 */
export interface RoundSettled {
  totals: SeatTotal[];
  kind: 'round_settled';
}
/**
 * A seat's round in four numbers; `net` = won + returned - staked.
 */
export interface SeatTotal {
  seat: number;
  staked: number;
  won: number;
  returned: number;
  net: number;
}
/**
 * Every wager of every seat goes back, once; wagers already settled are reversed (reading R17).
 */
export interface RoundVoided {
  reason: string;
  clause: string;
  refunds: Refund[];
  reversed: SettledWager[];
  shrunk: MeterGrowth[];
  deck_removed: boolean;
  kind: 'round_voided';
}
/**
 * All wagers of a seat in the round, returned.
 */
export interface Refund {
  seat: number;
  cents: number;
}
/**
 * The dice made a card, for one seat or, with seat None, for everybody.
 */
export interface Rolled {
  roll: number;
  seat: number | null;
  card: string;
  kind: 'rolled';
}
/**
 * A seat has placed its roll, publicly.
 */
export interface CardPlaced {
  roll: number;
  placement: CardPlacement;
  kind: 'card_placed';
}
/**
 * A card and its square on a seat's sheet.
 */
export interface CardPlacement {
  seat: number;
  square: string;
  card: string;
  is_wild: boolean;
  decided_by: 'player' | 'table';
}
/**
 * A seat has placed the shared roll. Sealed: shown to nobody else before everybody has placed it.
 */
export interface PlacementSealed {
  roll: number;
  placement: CardPlacement;
  kind: 'placement_sealed';
}
/**
 * Everybody has placed the shared roll, and all placements are shown.
 */
export interface PlacementsShown {
  roll: number;
  placements: CardPlacement[];
  kind: 'placements_shown';
}
/**
 * The table places for this seat from now on.
 */
export interface SheetAbandoned {
  seat: number;
  kind: 'sheet_abandoned';
}
/**
 * Every sheet is full; the highest total wins, equal totals share (reading K16).
 */
export interface MatchFinished {
  scores: SeatScore[];
  winners: number[];
  kind: 'match_finished';
}
/**
 * A seat's match in numbers; `total` = line_points + bonus_points.
 */
export interface SeatScore {
  seat: number;
  line_points: number;
  bonus_points: number;
  total: number;
  hands: string[];
  achievements: string[];
}
/**
 * Whether wagers are taken, and where not, why.
 */
export interface ReadyAnswer {
  ready: boolean;
  reason: string;
  /**
   * Tables that repeat an action of their own that failed; the server's log says why.
   */
  stuck_tables?: number;
}
/**
 * A guest who was just made or found again, with the one look at the recovery code.
 */
export interface GuestAnswer {
  player: string;
  name: string;
  balance_cents: number;
  refill_below_cents: number;
  refill_to_cents: number;
  created_ms: number;
  recovery_code: string;
  /**
   * For a program that is no browser: `Authorization: Bearer TOKEN`.
   */
  token: string;
}
/**
 * The guest of this browser. All chips are play money: nothing is ever paid in or out.
 */
export interface MeAnswer {
  player: string;
  name: string;
  balance_cents: number;
  refill_below_cents: number;
  refill_to_cents: number;
  created_ms: number;
}
/**
 * Rounds of a player, the newest first; `before` asks for the next page.
 */
export interface PlayedRoundsAnswer {
  rounds: PlayedRoundAnswer[];
  /**
   * Rounds in which the player's seed was not revealed, of all rounds.
   */
  withheld: number;
  before: number | null;
}
/**
 * One round in the history of a player.
 */
export interface PlayedRoundAnswer {
  number: number;
  round: string;
  table: string;
  stamped_ms: number;
  seat: number;
  staked_cents: number;
  returned_cents: number;
  end: SeatEndAnswer;
  /**
   * Whether the player's seed was not revealed (possibly offline).
   */
  withheld: boolean;
}
/**
 * How a round ended for a player, as a list of rounds shows it.
 */
export interface SeatEndAnswer {
  /**
   * The player's own cards; none in King Cross.
   */
  cards: string[];
  /**
   * Across, down and middle, as far as they were turned.
   */
  community: string[];
  folded_at: string | null;
  is_void: boolean;
  /**
   * The total of a King Cross sheet; null in Criss Cross.
   */
  points: number | null;
  /**
   * 1 for the most points.
   */
  place: number | null;
  seat_count: number;
}
/**
 * The wallet's movements, the newest first: each balance less its movement is the balance of the next.
 */
export interface StatementAnswer {
  account: string;
  balance_cents: number;
  lines: StatementEntry[];
  before: number | null;
}
/**
 * One movement of chips in or out of a wallet.
 */
export interface StatementEntry {
  number: number;
  table: string;
  seq: number;
  stamped_ms: number;
  /**
   * The account on the other side.
   */
  other: string;
  /**
   * Negative when chips left the wallet.
   */
  cents: number;
  /**
   * In the wallet after it.
   */
  balance_cents: number;
  /**
   * Set where the floor corrected a closed round.
   */
  correction: CorrectionEntry | null;
}
/**
 * Why the floor moved chips for a closed round.
 */
export interface CorrectionEntry {
  round: string;
  seat: number;
  /**
   * A clause of the table's rules, or a reading.
   */
  clause: string;
  reason: string;
}
/**
 * Everything that the server keeps about a guest.
 */
export interface ExportAnswer {
  format: 'crossfelt-guest-1';
  exported_ms: number;
  account: MeAnswer;
  /**
   * The newest first.
   */
  statement: StatementEntry[];
  /**
   * The lines of the statement that are corrections.
   */
  corrections: StatementEntry[];
  /**
   * The newest first.
   */
  rounds: ExportedRound[];
  seeds: SeedCounts;
}
/**
 * One round of a guest in an export.
 */
export interface ExportedRound {
  number: number;
  round: string;
  table: string;
  stamped_ms: number;
  seat: number;
  staked_cents: number;
  returned_cents: number;
  /**
   * What became of the guest's seed: `withheld` where it was committed to and never revealed.
   */
  seed: 'revealed' | 'withheld' | 'none';
}
/**
 * In how many rounds the guest's seed was revealed, withheld, or never committed to.
 */
export interface SeedCounts {
  revealed: number;
  withheld: number;
  none: number;
}
/**
 * Every table that the asker may see.
 */
export interface LobbyAnswer {
  tables: LobbyEntry[];
}
/**
 * A table in the list of tables.
 */
export interface LobbyEntry {
  table: string;
  title: string;
  game: string;
  rules: string;
  rules_title: string;
  mode: string | null;
  table_kind: 'practice' | 'live';
  minimum_cents: number | null;
  maximum_cents: number | null;
  seat_count: number;
  seats_taken: number;
  seats: LobbySeat[];
  bots: number;
  watchers: number;
  is_playing: boolean;
  is_private: boolean;
  host_rules: boolean;
  has_floor: boolean;
  is_yours: boolean;
  is_in_round: boolean;
  paused: boolean;
  out_of_service: boolean;
}
/**
 * Who has a seat at a table in the list.
 */
export interface LobbySeat {
  seat: number;
  name: string;
  bot: string | null;
}
/**
 * One table, and how long it waits.
 */
export interface TableAnswer {
  info: TableInfo;
  clocks: Clocks;
  /**
   * Fixed reasons by purpose, code -> words; a purpose that is missing takes free text.
   */
  reasons: {
    [k: string]: {
      [k: string]: string;
    };
  };
  rules_document: BookDocument | MatchDocument;
  /**
   * The address of the table under this server; a private table's invitation.
   */
  path: string;
}
/**
 * A table, apart from its contest.
 */
export interface TableInfo {
  table: string;
  title: string;
  game: string;
  rules: string;
  rules_hash: string;
  table_kind: 'practice' | 'live';
  is_private: boolean;
  host_rules: boolean;
  seat_count: number;
  host: string;
  floor: string[];
  seats: SeatInfo[];
  round: RoundInfo | null;
  due: Due[];
  may_act: number[];
  paused: string | null;
  pause_planned: boolean;
  out_of_service: string | null;
  is_closed: boolean;
  watchers: number;
}
/**
 * One seat, as everybody sees it.
 */
export interface SeatInfo {
  seat: number;
  player: string;
  name: string;
  bot: string | null;
  is_here: boolean;
  is_out: boolean;
  is_leaving: boolean;
  is_removed: boolean;
  is_ready: boolean;
  has_committed: boolean;
  has_revealed: boolean;
}
/**
 * The round that is committed to, or the one that was closed last.
 */
export interface RoundInfo {
  id: string;
  commitment: string;
  is_open: boolean;
  is_playing: boolean;
  phase: 'committing' | 'revealing' | 'locked';
}
/**
 * A seat that has to act, since the entry with this number.
 */
export interface Due {
  seat: number;
  since: number;
}
/**
 * How long a table waits, in milliseconds. A decision clock of 0 never runs out.
 */
export interface Clocks {
  decision_ms: number;
  betting_ms: number;
  seeds_ms: number;
  pause_ms: number;
  between_ms: number;
}
/**
 * A table that was just opened, with the receipt of its first entry.
 */
export interface OpenedTableAnswer {
  info: TableInfo;
  clocks: Clocks;
  /**
   * Fixed reasons by purpose, code -> words; a purpose that is missing takes free text.
   */
  reasons: {
    [k: string]: {
      [k: string]: string;
    };
  };
  rules_document: BookDocument | MatchDocument;
  /**
   * The address of the table under this server; a private table's invitation.
   */
  path: string;
  receipt: ReceiptAnswer;
}
/**
 * The place of an action in the log of its table. It proves later whether the log still has the action.
 */
export interface ReceiptAnswer {
  table: string;
  first_seq: number;
  last_seq: number;
  /**
   * The hash of the last entry, in hex.
   */
  head: string;
  /**
   * Base64 of the key id and the Ed25519 signature of a signed note about this head.
   */
  signature: string;
}
/**
 * The key with which the server signs heads, and how it replaced earlier ones.
 */
export interface KeysAnswer {
  /**
   * The server's public key as signed notes write it: NAME+ID+BASE64.
   */
  key: string;
  /**
   * Signed notes, oldest first: in each, one key names the key that replaced it.
   */
  statements: string[];
  /**
   * The verifier key of the transparency log: NAME+ID+BASE64.
   */
  log_key: string;
  /**
   * A note in which `key` names `log_key`.
   */
  log_statement: string;
}
/**
 * Every bot that a host may seat, by game, the weakest first.
 */
export interface BotsAnswer {
  bots: BotEntry[];
}
/**
 * A policy that bots can play.
 */
export interface BotEntry {
  game: string;
  /**
   * What `add_bot` calls it.
   */
  policy: string;
  title: string;
  /**
   * What it is like to play against, in one sentence.
   */
  says: string;
}
/**
 * The report and its band; no band where nothing is wagered, or nothing yet.
 */
export interface BandAnswer {
  report: TableReport;
  band: BandEntry | null;
}
/**
 * One table from its opening to one entry of its log. Amounts are cents of play money.
 */
export interface TableReport {
  table: string;
  title: string;
  game: string;
  rules: string;
  rules_hash: string;
  rules_document: BookDocument | MatchDocument;
  table_kind: string;
  is_closed: boolean;
  seq: number;
  rounds: number;
  voids: number;
  open_cents: number;
  handle_cents: number;
  win_cents: number;
  antes_cents: number;
  main: MainGame | null;
  spots: SpotReport[];
  jackpots: number;
  jackpot_cents: number;
  newest_jackpots: Jackpot[];
  corrections: number;
  newest_corrections: Correction[];
  meters: MeterReport[];
  house: HouseReport;
}
/**
 * The antes of the main game and their distribution, from which its expected win follows.
 */
export interface MainGame {
  seat_rounds: number;
  ante_cents: number;
  ante_squares: number;
  round_ante_squares: number;
  win_cents: number;
  cut_cents: number;
}
/**
 * The wagers on one spot that are settled and stand.
 */
export interface SpotReport {
  spot: string;
  spot_kind: string;
  wagers: number;
  staked_cents: number;
  returned_cents: number;
  won_cents: number;
  cut_cents: number;
  win_cents: number;
}
/**
 * A meter that was won.
 */
export interface Jackpot {
  round: string;
  seat: number;
  meter: string;
  cents: number;
}
/**
 * Chips that the floor moved for a round that was over.
 */
export interface Correction {
  seq: number;
  round: string;
  by: string;
  player: string;
  cents: number;
  clause: string;
  reason: string;
}
/**
 * One meter: by the log to the fraction of a cent, and by the ledger in whole cents.
 */
export interface MeterReport {
  meter: string;
  account: string;
  exact_cents: string;
  initial_cents: number;
  inherited_cents: number;
  handed_on_cents: number;
  grown_cents: number;
  won_cents: number;
  reset_cents: number;
  log_cents: number;
  ledger_cents: number;
  difference_cents: number;
}
/**
 * The house's account: what the log says must be in it, and what the ledger holds.
 */
export interface HouseReport {
  account: string;
  win_cents: number;
  meters_cents: number;
  corrected_cents: number;
  log_cents: number;
  ledger_cents: number;
  difference_cents: number;
}
/**
 * The expected win of a table on antes and bets under best play, and its range by luck.
 */
export interface BandEntry {
  /**
   * What a hold is a share of.
   */
  base: string;
  base_cents: number;
  seat_rounds: number;
  /**
   * What players lost on antes and bets, no limit having cut it.
   */
  win_cents: number;
  expected_cents: number;
  standard_deviation_cents: number;
  /**
   * If all seats of a round ended alike.
   */
  most_standard_deviation_cents: number;
  low_cents: number;
  high_cents: number;
  confidence: number;
  /**
   * By the exact distribution; otherwise by the normal one.
   */
  is_exact: boolean;
  within: boolean;
}
/**
 * Rounds of a table, the newest first; `before` asks for the next page, and is null on the last one.
 */
export interface TableRoundsAnswer {
  rounds: TableRoundAnswer[];
  /**
   * Seeds not revealed (possibly offline) in all rounds of the table.
   */
  withheld: number;
  before: number | null;
}
/**
 * One round in the history of a table.
 */
export interface TableRoundAnswer {
  /**
   * Counts the closed rounds of all tables of the server.
   */
  number: number;
  round: string;
  stamped_ms: number;
  /**
   * Seeds not revealed (possibly offline).
   */
  withheld: number;
}
/**
 * The record of a round with its proof, as `crossfelt verify` reads it.
 */
export interface RecordAnswer {
  format: string;
  version: number;
  game: string;
  rules: string;
  rules_hash: string;
  rules_document: BookDocument | MatchDocument;
  seats: number[];
  carried: {
    [k: string]: string;
  };
  steps: RecordStep[];
  proof: RecordProof;
  /**
   * SHA-256 over the canonical JSON of everything else here.
   */
  digest: string;
}
/**
 * Everything that is needed to draw the cards or dice of the round again.
 */
export interface RecordProof {
  /**
   * How chance was drawn, by name.
   */
  scheme: string;
  round: string;
  commitment: string;
  secret: string;
  seeds: RecordSeed[];
  log: RecordLog;
  signed_head: RecordSignature;
}
/**
 * The seed of one locked seat for the chance of the round; nonce and seed are empty where it withheld them.
 */
export interface RecordSeed {
  seat: number;
  commitment: string;
  state: 'revealed' | 'withheld';
  nonce: string;
  seed: string;
}
/**
 * The part of the table's log that holds the round, between two hashes of its chain.
 */
export interface RecordLog {
  /**
   * How the entries are chained, by number.
   */
  scheme: number;
  table: string;
  first_seq: number;
  /**
   * The hash of the entry before the first.
   */
  before: string;
  entries: LogEntry[];
  /**
   * The hash of the last entry.
   */
  head: string;
}
/**
 * One entry of the log; `body` is its stored text, or base64 where it is sealed.
 */
export interface LogEntry {
  stamped_ms: number;
  kind: string;
  sealed: boolean;
  body: string;
  /**
   * On the first entry of an action, the hex digest that ties it to the action; else empty.
   */
  asked: string;
  /**
   * The chips that this entry moves: source, destination and cents of each posting.
   */
  postings: unknown[][];
}
/**
 * The server's signature of the last entry of the log.
 */
export interface RecordSignature {
  /**
   * The verifier key: NAME+ID+BASE64.
   */
  key: string;
  /**
   * Base64 of the key id and the signature.
   */
  signature: string;
}
/**
 * A round step by step, as a seat saw it, or where `seat` is null as everybody did.
 */
export interface ReplayAnswer {
  round: string;
  game: string;
  seat: number | null;
  steps: ReplayStep[];
}
/**
 * One step of a round: who acted, what everybody could know of what followed, and what was seen then.
 */
export interface ReplayStep {
  actor: string;
  events: (Event | KingEvent)[];
  view: TableView | MatchView;
}
/**
 * One round as one audience sees it.
 */
export interface TableView {
  audience: string;
  seat: number | null;
  rules: string;
  rules_hash: string;
  stage: string;
  to_act: number | null;
  multiples: number[];
  seats: SeatView[];
  community: {
    [k: string]: string | null;
  };
  bonus_cards: (string | null)[];
  set_aside: string[];
  rulings: IrregularityRuled[];
  meters: {
    [k: string]: string;
  };
  spins: WheelSpun[];
  hot_spot: number | null;
  spin_due: SpinDue | null;
  settled_wagers: SettledWager[];
  totals: SeatTotal[];
  void: VoidView | null;
  count: CardCount | null;
  deck: string[] | null;
  placements: Placement[];
  kind: 'table';
}
/**
 * One seat as others or its own player see it.
 */
export interface SeatView {
  seat: number;
  wagers: {
    [k: string]: number;
  };
  status: string;
  folded_at: string | null;
  decided_by: ('player' | 'table') | null;
  absent: boolean;
  hole: (string | null)[];
}
/**
 * A wheel that the round is waiting for.
 */
export interface SpinDue {
  wheel: 'bonus_spin' | 'community' | 'hot_spot';
  seat: number | null;
}
/**
 * Why a round was void.
 */
export interface VoidView {
  reason: string;
  clause: string;
  deck_removed: boolean;
  is_floor_ruling: boolean;
}
/**
 * The locations of the 52 cards, for the floor: the three numbers always sum to 52.
 */
export interface CardCount {
  dealt: number;
  set_aside: number;
  stub: number;
}
/**
 * One match as one audience sees it.
 */
export interface MatchView {
  audience: string;
  seat: number | null;
  rules: string;
  rules_hash: string;
  mode: 'solo' | 'communal' | 'own_dice';
  bonus: boolean;
  stage: 'rolling' | 'placing' | 'finished';
  rolling: number[];
  to_place: number[];
  seats: SheetView[];
  options: Option[];
  scores: SeatScore[];
  winners: number[];
  kind: 'match';
}
/**
 * One seat's sheet as this audience sees it.
 */
export interface SheetView {
  seat: number;
  grid: (string | null)[][];
  made: string[];
  points_made: number;
  rolls: string[];
  in_hand: string | null;
  is_wild: boolean;
  has_placed: boolean;
  absent: boolean;
  sealed: CardPlacement | null;
}
/**
 * A square and the card that may go there; for a wild roll, the card that it would become.
 */
export interface Option {
  square: string;
  card: string;
}
/**
 * Shows that the transparency log has the append that a receipt is about.
 */
export interface InclusionAnswer {
  /**
   * The hashes of RFC 6962, each 32 bytes.
   */
  hashes: string[];
  /**
   * The verifier key of the transparency log: NAME+ID+BASE64.
   */
  log_key: string;
  /**
   * A note in which the key of the server names the key of the log.
   */
  log_statement: string;
  format?: 'crossfelt-inclusion';
  version?: 1;
  table: string;
  /**
   * The last entry of the append.
   */
  seq: number;
  /**
   * The hash of that entry.
   */
  head: string;
  /**
   * The place of its leaf, counted from 0.
   */
  number: number;
  /**
   * The checkpoint over the tree that has the leaf.
   */
  checkpoint: string;
}
/**
 * Shows that an earlier tree is the beginning of a later one.
 */
export interface ConsistencyAnswer {
  /**
   * The hashes of RFC 6962, each 32 bytes.
   */
  hashes: string[];
  /**
   * The verifier key of the transparency log: NAME+ID+BASE64.
   */
  log_key: string;
  /**
   * A note in which the key of the server names the key of the log.
   */
  log_statement: string;
  format?: 'crossfelt-consistency';
  version?: 1;
  old_size: number;
  new_size: number;
  /**
   * The checkpoint of the later tree; null if none was signed at this size.
   */
  checkpoint: string | null;
}
/**
 * A round settled, seats in seat order.
 */
export interface SettledCase {
  rules: string;
  rule_book_hash: string;
  seats: SettledSeat[];
  progressive: ProgressiveResult | null;
}
/**
 * One settled seat: its hands, and its wagers in settlement order.
 */
export interface SettledSeat {
  seat: number;
  staked: number;
  won: number;
  returned: number;
  net: number;
  across_hand:
    | (
        | 'high_card'
        | 'pair_2s_to_5s'
        | 'pair_6s_to_10s'
        | 'pair_jacks_or_better'
        | 'two_pair'
        | 'three_of_a_kind'
        | 'straight'
        | 'flush'
        | 'full_house'
        | 'four_of_a_kind'
        | 'straight_flush'
        | 'royal_flush'
      )
    | null;
  down_hand:
    | (
        | 'high_card'
        | 'pair_2s_to_5s'
        | 'pair_6s_to_10s'
        | 'pair_jacks_or_better'
        | 'two_pair'
        | 'three_of_a_kind'
        | 'straight'
        | 'flush'
        | 'full_house'
        | 'four_of_a_kind'
        | 'straight_flush'
        | 'royal_flush'
      )
    | null;
  lines: ExplainedWager[];
}
/**
 * One wager settled, with the reason in words.
 */
export interface ExplainedWager {
  order: number;
  seat: number;
  spot: string;
  staked: number;
  result: 'win' | 'push' | 'lose' | 'forfeit';
  hand:
    | (
        | 'high_card'
        | 'pair_2s_to_5s'
        | 'pair_6s_to_10s'
        | 'pair_jacks_or_better'
        | 'two_pair'
        | 'three_of_a_kind'
        | 'straight'
        | 'flush'
        | 'full_house'
        | 'four_of_a_kind'
        | 'straight_flush'
        | 'royal_flush'
      )
    | null;
  odds: number | null;
  won: number;
  returned: number;
  cut: number;
  clause: string;
  prizes: Prize[];
  explained: string;
}
/**
 * The changes of the meters in use.
 */
export interface ProgressiveResult {
  meters: {
    [k: string]: MeterResult;
  };
}
/**
 * The change of one meter in a round; after = before + contributed - paid + reset for each jackpot.
 */
export interface MeterResult {
  before: string;
  contributed: string;
  paid: number;
  after: string;
}
/**
 * A table is there. Its rules never change: other rules are another table.
 */
export interface TableOpened {
  table: string;
  title: string;
  game: string;
  rules: string;
  rules_hash: string;
  rules_document: string;
  table_kind: 'practice' | 'live';
  is_private: boolean;
  host_rules: boolean;
  seat_count: number;
  clocks: Clocks;
  host: string;
  succeeds: string | null;
  carried: {
    [k: string]: string;
  };
  kind: 'table_opened';
}
/**
 * The operator gave the table another title.
 */
export interface TableRenamed {
  title: string;
  by: string;
  kind: 'table_renamed';
}
/**
 * A player becomes floor manager of this table.
 */
export interface FloorGranted {
  player: string;
  by: string;
  kind: 'floor_granted';
}
/**
 * A player is no longer floor manager of this table.
 */
export interface FloorRevoked {
  player: string;
  by: string;
  kind: 'floor_revoked';
}
/**
 * A player sits down; `bot` names the policy of a bot.
 */
export interface SeatTaken {
  seat: number;
  player: string;
  bot: string | null;
  kind: 'seat_taken';
}
/**
 * A player has left in the middle of a round: the seat is kept until the round is over.
 */
export interface SeatLeaving {
  seat: number;
  player: string;
  kind: 'seat_leaving';
}
/**
 * The floor, the host or the operator removed a player or bot. The seat is freed when the contest ends; until then
 * the table folds for a player's wagers, and a bot or a sheet plays on.
 */
export interface SeatRemoved {
  seat: number;
  player: string;
  by: string;
  kind: 'seat_removed';
}
/**
 * A seat is free again.
 */
export interface SeatLeft {
  seat: number;
  player: string;
  reason: 'asked' | 'absent' | 'removed';
  kind: 'seat_left';
}
/**
 * A player stays seated and is not waited for.
 */
export interface SatOut {
  seat: number;
  reason: 'asked' | 'idle';
  kind: 'sat_out';
}
/**
 * A player takes part again.
 */
export interface SatIn {
  seat: number;
  kind: 'sat_in';
}
/**
 * A player wants to go on without waiting for the clock.
 */
export interface SeatReady {
  seat: number;
  kind: 'seat_ready';
}
/**
 * The SHA-256 of the round's secret, before anybody wagers; the secret itself is sealed in the next entry.
 */
export interface RoundCommitted {
  round: string;
  commitment: string;
  kind: 'round_committed';
}
/**
 * A player has committed to a seed for the round. A later commitment of the seat replaces it until the lock.
 */
export interface SeedCommitted {
  round: string;
  seat: number;
  player: string;
  commitment: string;
  kind: 'seed_committed';
}
/**
 * The contest of a round begins, for these seats.
 */
export interface RoundOpened {
  round: string;
  seats: number[];
  rules_hash: string;
  host_rules: boolean;
  carried: {
    [k: string]: string;
  };
  kind: 'round_opened';
}
/**
 * The contest waits for its first draw: these commitments count, and no other. Seats may now reveal.
 */
export interface CommitmentsLocked {
  round: string;
  commitments: SeatCommitment[];
  kind: 'commitments_locked';
}
/**
 * The commitment of one seat, as it was locked.
 */
export interface SeatCommitment {
  seat: number;
  player: string;
  commitment: string;
}
/**
 * A player has opened the commitment of a locked seat.
 */
export interface SeedRevealed {
  round: string;
  seat: number;
  nonce: string;
  seed: string;
  kind: 'seed_revealed';
}
/**
 * The chance of the round is fixed from here on. Names every locked seat, revealed or withheld.
 */
export interface SeedsLocked {
  round: string;
  seeds: SeatSeed[];
  kind: 'seeds_locked';
}
/**
 * The seed of a locked seat for the chance of a round; nonce and seed are empty if the player withheld them.
 */
export interface SeatSeed {
  seat: number;
  commitment: string;
  state: 'revealed' | 'withheld';
  nonce: string;
  seed: string;
}
/**
 * The contest is over or void, and everybody may check it.
 */
export interface RoundClosed {
  round: string;
  secret: string;
  first_seq: number;
  shares: SeatShare[] | null;
  kind: 'round_closed';
}
/**
 * One player's stake and return in a round, in cents.
 */
export interface SeatShare {
  player: string;
  seat: number;
  staked_cents: number;
  returned_cents: number;
  withheld: boolean;
}
/**
 * Who ruled: the step that follows in the log is this person's.
 */
export interface FloorActed {
  by: string;
  says: string;
  kind: 'floor_acted';
}
/**
 * The host asked for a pause in the middle of a round: it begins when the round ends.
 */
export interface PausePlanned {
  by: string;
  reason: string;
  kind: 'pause_planned';
}
/**
 * The table is paused: no clock runs and nothing is dealt. Comes again when a pause without a reason gets one.
 */
export interface TablePaused {
  by: string;
  reason: string;
  kind: 'table_paused';
}
/**
 * The table continues; clocks start again.
 */
export interface TableResumed {
  by: string;
  kind: 'table_resumed';
}
/**
 * The table takes no wager until the floor puts it back in service.
 */
export interface OutOfService {
  by: string;
  reason: string;
  kind: 'out_of_service';
}
/**
 * The table takes wagers again.
 */
export interface BackInService {
  by: string;
  kind: 'back_in_service';
}
/**
 * The floor has written something down. Players read it in the record of the round.
 */
export interface IncidentNoted {
  by: string;
  round: string | null;
  says: string;
  kind: 'incident_noted';
}
/**
 * A mistake found after a round was over: chips move between the house and a player, and nothing is rewritten.
 */
export interface Corrected {
  by: string;
  round: string;
  seat: number;
  player: string;
  cents: number;
  clause: string;
  reason: string;
  kind: 'corrected';
}
/**
 * The table is gone; its rounds stay.
 */
export interface TableClosed {
  by: string;
  reason: string;
  kind: 'table_closed';
}
/**
 * Client: a request at the table of this socket.
 */
export interface Ask {
  kind: 'ask';
  /**
   * 128 bits in hex, made by the client, new for each action.
   */
  id: string;
  request: TableRequest;
}
/**
 * Client: is anybody there?
 */
export interface Ping {
  kind: 'ping';
  /**
   * Anything; it comes back.
   */
  at: number;
}
/**
 * Server: the first message on a socket.
 */
export interface Welcome {
  kind: 'welcome';
  protocol: 1;
  version: string;
  player: string | null;
  /**
   * The server's clock, milliseconds since 1970, UTC.
   */
  server_ms: number;
  /**
   * The server's public key as signed notes write it: NAME+ID+BASE64.
   */
  key: string;
}
/**
 * The whole view of one audience, and what has happened since the update before it.
 */
export interface Update {
  seq: number;
  head: string;
  signature: string;
  you: number | null;
  info: TableInfo;
  view: TableView | MatchView | null;
  happened: Happened[];
  is_gap: boolean;
  clocks: ClockInfo[];
  kind: 'update';
}
/**
 * Something that everybody may know, with the number of its entry.
 */
export interface Happened {
  seq: number;
  event: Event | KingEvent | TableHappening;
}
/**
 * A clock that counts down; `seat` is None for the clock of the whole table.
 */
export interface ClockInfo {
  seat: number | null;
  left_ms: number;
  of_ms: number;
}
/**
 * A closed round of a player was corrected. It goes to every connection of that player, at whichever table.
 */
export interface CorrectionNotice {
  table: string;
  title: string;
  round: string;
  seat: number;
  cents: number;
  clause: string;
  reason: string;
  kind: 'correction';
}
/**
 * The balance of a player's own wallet, after chips moved in or out of it. It follows the update that says why.
 */
export interface WalletNotice {
  balance_cents: number;
  kind: 'wallet';
}
/**
 * Server: a request was accepted, and what it brought about is on disk.
 */
export interface Done {
  kind: 'done';
  id: string;
  receipt: ReceiptAnswer;
}
/**
 * Server: a request was refused and changed nothing.
 */
export interface RefusedMessage {
  kind: 'refused';
  /**
   * The id of the request; null when the message has no valid id.
   */
  id: string | null;
  error: string;
  /**
   * Every reason as a sentence.
   */
  faults: string[];
  /**
   * The refusal as a whole; `bad_request` where the input itself can't be used.
   */
  code: RefusalCode | IllegalActionCode | FaultCode;
  /**
   * The field of the first reason.
   */
  field: string;
  /**
   * The parameters of the first reason.
   */
  params: {
    [k: string]: ParamItem | ParamItem[];
  };
  /**
   * Every reason in parts, in the order of `faults`.
   */
  details: FaultDetail[];
}
/**
 * Server: the connection is alive.
 */
export interface Pong {
  kind: 'pong';
  at: number;
}
