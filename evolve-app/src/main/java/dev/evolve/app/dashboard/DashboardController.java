package dev.evolve.app.dashboard;

import dev.evolve.app.campaigns.CampaignService;
import dev.evolve.app.campaigns.CampaignService.Decision;
import dev.evolve.app.searches.CampaignReports;
import dev.evolve.app.searches.SearchService;
import dev.evolve.app.security.People;
import dev.evolve.app.views.CampaignSummary;
import dev.evolve.app.views.CampaignViews;
import dev.evolve.app.views.ProposalDetail;
import dev.evolve.app.views.ProposalFilter;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.search.explain.SearchReport;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The pages, and the decisions that their buttons take. */
@Controller
class DashboardController {

  private final CampaignViews views;
  private final CampaignService service;
  private final People people;
  private final CampaignReports reports;
  private final SearchService searches;

  DashboardController(
      CampaignViews views,
      CampaignService service,
      People people,
      CampaignReports reports,
      SearchService searches) {
    this.reports = reports;
    this.searches = searches;
    this.views = views;
    this.service = service;
    this.people = people;
  }

  @GetMapping("/")
  String queue(
      @RequestParam(required = false) @Nullable String stage,
      @RequestParam(required = false) @Nullable String pack,
      Model model,
      @Nullable Principal principal) {
    fillQueue(new ProposalFilter(stage, pack, null), model, principal);
    model.addAttribute("stage", stage == null ? "" : stage);
    return "queue";
  }

  @GetMapping("/fragments/queue")
  String queueFragment(
      @RequestParam(required = false) @Nullable String stage,
      @RequestParam(required = false) @Nullable String pack,
      Model model,
      @Nullable Principal principal) {
    fillQueue(new ProposalFilter(stage, pack, null), model, principal);
    return "queue :: live";
  }

  private void fillQueue(ProposalFilter filter, Model model, @Nullable Principal principal) {
    model.addAttribute("campaigns", views.campaigns());
    model.addAttribute("proposals", views.proposals(filter));
    signedIn(model, principal);
  }

  @GetMapping("/campaigns/{id}")
  String campaign(@PathVariable String id, Model model, @Nullable Principal principal) {
    CampaignSummary campaign =
        views
            .campaign(id)
            .orElseThrow(() -> new EvolveException(ErrorCode.NOT_FOUND, "no campaign " + id));
    model.addAttribute("campaign", campaign);
    model.addAttribute("proposals", views.proposals(new ProposalFilter(null, null, id)));
    model.addAttribute("searchEnded", reports.ended(id).orElse(""));
    model.addAttribute("newestReason", reports.newestReason(id).orElse(""));
    model.addAttribute("report", reports.report(id).map(SearchReport::html).orElse(""));
    signedIn(model, principal);
    return "campaign";
  }

  @GetMapping("/searches")
  String searches(Model model, @Nullable Principal principal) {
    model.addAttribute("searches", searches.all());
    signedIn(model, principal);
    return "searches";
  }

  @GetMapping("/searches/{id}")
  String search(@PathVariable String id, Model model, @Nullable Principal principal) {
    model.addAttribute("search", searches.detail(id, 0, 0));
    model.addAttribute("report", searches.report(id).html());
    signedIn(model, principal);
    return "search";
  }

  @GetMapping("/proposals/{id}")
  String proposal(@PathVariable String id, Model model, @Nullable Principal principal) {
    fillProposal(id, model, principal);
    return "proposal";
  }

  @GetMapping("/fragments/proposals/{id}")
  String proposalFragment(@PathVariable String id, Model model, @Nullable Principal principal) {
    fillProposal(id, model, principal);
    return "proposal :: live";
  }

  private void fillProposal(String id, Model model, @Nullable Principal principal) {
    ProposalDetail detail =
        views
            .proposal(id)
            .orElseThrow(() -> new EvolveException(ErrorCode.NOT_FOUND, "no proposal " + id));
    model.addAttribute("page", ProposalPage.of(detail));
    signedIn(model, principal);
  }

  @PostMapping("/proposals/{id}/approve")
  String approve(
      @PathVariable String id,
      @RequestParam(defaultValue = "") String reason,
      Principal principal,
      RedirectAttributes answer) {
    String commit = service.approve(id, decision(principal, reason)).mergeCommit();
    answer.addFlashAttribute("done", "Approved and merged as " + commit);
    return "redirect:/proposals/" + id;
  }

  @PostMapping("/proposals/{id}/reject")
  String reject(
      @PathVariable String id,
      @RequestParam(defaultValue = "") String reason,
      Principal principal,
      RedirectAttributes answer) {
    service.reject(id, decision(principal, reason));
    answer.addFlashAttribute("done", "Rejected");
    return "redirect:/proposals/" + id;
  }

  @PostMapping("/proposals/{id}/rollback")
  String rollback(
      @PathVariable String id,
      @RequestParam(defaultValue = "") String reason,
      Principal principal,
      RedirectAttributes answer) {
    String commit = service.rollback(id, decision(principal, reason)).revertCommit();
    answer.addFlashAttribute("done", "Rolled back by " + commit);
    return "redirect:/proposals/" + id;
  }

  private Decision decision(Principal principal, String reason) {
    return new Decision(people.nameOf(principal), "dashboard", reason.strip());
  }

  private static void signedIn(Model model, @Nullable Principal principal) {
    model.addAttribute("person", principal == null ? "" : principal.getName());
  }

  @ExceptionHandler(EvolveException.class)
  String failed(EvolveException failure, Model model, HttpServletResponse response) {
    response.setStatus(failure.code() == ErrorCode.NOT_FOUND ? 404 : 409);
    model.addAttribute("title", "That did not work");
    model.addAttribute("problem", String.valueOf(failure.getMessage()));
    model.addAttribute("person", "");
    return "problem";
  }
}
